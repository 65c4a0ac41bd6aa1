<?php

declare(strict_types=1);

/** Seconds that a request may be old. */
const TOLERANCE = 300;

/** Whether a request was signed with the secret of the webhook, not long ago. */
function isSigned(string $secret, string $id, string $timestamp, string $signatures, string $body): bool
{
    if (!ctype_digit($timestamp) || abs(time() - (int) $timestamp) > TOLERANCE) {
        return false;
    }
    $key = base64_decode(substr($secret, strlen('whsec_')));
    $expected = 'v1,' . base64_encode(hash_hmac('sha256', "$id.$timestamp.$body", $key, true));
    // For a day after the secret was rotated, there are two signatures.
    foreach (explode(' ', $signatures) as $signature) {
        if (hash_equals($expected, $signature)) {
            return true;
        }
    }
    return false;
}

/** Handles a change: here, a line in a file. */
function handle(array $change): void
{
    file_put_contents(getenv('CHANGES_FILE'), "{$change['kind']} {$change['uid']}\n", FILE_APPEND | LOCK_EX);
}

$body = file_get_contents('php://input');
$id = $_SERVER['HTTP_WEBHOOK_ID'] ?? '';
$timestamp = $_SERVER['HTTP_WEBHOOK_TIMESTAMP'] ?? '';
if (!isSigned(getenv('WEBHOOK_SECRET'), $id, $timestamp, $_SERVER['HTTP_WEBHOOK_SIGNATURE'] ?? '', $body)) {
    http_response_code(400);
    exit;
}
$handled = getenv('HANDLED_FOLDER') . '/' . hash('sha256', $id);
if (!file_exists($handled)) {
    handle(json_decode($body, true)['data']);
    touch($handled);
}
http_response_code(204);
