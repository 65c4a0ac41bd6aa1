/**
 * Style of the pages. Colours, font and measures are custom properties named `--agenda-…`, which themes can set. The
 * dark scheme applies when the reader prefers it and the theme does not set the property. Contrasts meet WCAG 2.2 AA.
 */
export const style =
  `:root{color-scheme:light dark;--agenda-accent:#1d4ed8;--agenda-on-accent:#fff;--agenda-text:#1b1f27;--agenda-muted:#565d6b;--agenda-background:#f6f7f9;--agenda-surface:#fff;--agenda-border:#d9dde4;--agenda-good:#0b6b3a;--agenda-warn:#8a4b00;--agenda-bad:#a61b1b;--agenda-radius:.75rem;--agenda-width:58rem;--agenda-font:system-ui,-apple-system,"Segoe UI",Roboto,"Liberation Sans",sans-serif}
@media (prefers-color-scheme:dark){:root{--agenda-accent:#9db8ff;--agenda-on-accent:#0d1524;--agenda-text:#eceef2;--agenda-muted:#aab1bf;--agenda-background:#12151b;--agenda-surface:#1b1f27;--agenda-border:#363c48;--agenda-good:#6fd49d;--agenda-warn:#f0b35f;--agenda-bad:#ff9c9c}}
*{box-sizing:border-box}
body{margin:0;background:var(--agenda-background);color:var(--agenda-text);font:1rem/1.55 var(--agenda-font);overflow-wrap:anywhere;hyphens:auto}
main,footer{max-width:var(--agenda-width);margin:0 auto;padding:1rem}
main{padding-top:2rem}
h1{font-size:clamp(1.7rem,5vw,2.5rem);line-height:1.15;letter-spacing:-.015em;margin:0 0 .5rem;text-wrap:balance}
h2{font-size:1.15rem;line-height:1.3;margin:0 0 .5rem}
p{margin:0 0 .75rem}
a{color:var(--agenda-accent);text-underline-offset:.15em}
a:focus-visible,button:focus-visible,input:focus-visible,select:focus-visible,summary:focus-visible{outline:3px solid var(--agenda-accent);outline-offset:2px;border-radius:.2rem}
img{display:block;max-width:100%;height:auto}
ul{margin:0;padding:0;list-style:none}
.skip{position:absolute;inset-inline-start:-99rem}
.skip:focus{inset-inline-start:1rem;inset-block-start:1rem;background:var(--agenda-surface);padding:.5rem 1rem;z-index:1}
.lead{font-size:1.15rem;color:var(--agenda-muted);max-width:42rem;margin-inline:0 auto}
.head{margin-bottom:1.25rem}
.search label{display:block;font-weight:600;margin-bottom:.35rem}
.search .field{display:flex;gap:.5rem;max-width:34rem}
.filters{display:flex;flex-wrap:wrap;gap:.75rem;align-items:end;margin-top:.75rem}
.filters>div{flex:1 1 9rem;min-width:0;max-width:16rem}
.filters>a{padding:.6rem 0}
.filters select,.filters input{width:100%;min-width:0;font:inherit;color:inherit;background:var(--agenda-surface);border:1px solid var(--agenda-muted);border-radius:var(--agenda-radius);padding:.6rem .7rem}
.search input[type=search]{flex:1;min-width:0;font:inherit;color:inherit;background:var(--agenda-surface);border:1px solid var(--agenda-muted);border-radius:var(--agenda-radius);padding:.6rem .9rem}
button,.button{display:inline-block;font:inherit;font-weight:600;text-decoration:none;text-align:center;color:var(--agenda-on-accent);background:var(--agenda-accent);border:1px solid var(--agenda-accent);border-radius:var(--agenda-radius);padding:.6rem 1.1rem;cursor:pointer}
.button.quiet{color:var(--agenda-accent);background:transparent}
.months{margin:1.25rem -1rem .75rem;overflow-x:auto}
.months ul{display:flex;gap:.5rem;padding:.25rem 1rem;white-space:nowrap}
.months a{display:block;padding:.4rem .9rem;border:1px solid var(--agenda-border);border-radius:2rem;background:var(--agenda-surface);text-decoration:none}
.months a::first-letter{text-transform:uppercase}
.months [aria-current]{background:var(--agenda-accent);border-color:var(--agenda-accent);color:var(--agenda-on-accent);font-weight:600}
.count{color:var(--agenda-muted)}
.list{display:grid;gap:.85rem}
.item{position:relative;display:grid;grid-template-columns:3.5rem minmax(0,1fr) auto;gap:1rem;align-items:start;background:var(--agenda-surface);border:1px solid var(--agenda-border);border-radius:var(--agenda-radius);padding:1rem}
.item:hover{border-color:var(--agenda-accent)}
.item h2{margin:0 0 .2rem}
.item h2 a{text-decoration:none;color:inherit}
.item h2 a::after{content:"";position:absolute;inset:0;border-radius:var(--agenda-radius)}
.item h2 a:focus-visible{outline:0}
.item h2 a:focus-visible::after{outline:3px solid var(--agenda-accent);outline-offset:2px}
.item:hover h2 a{color:var(--agenda-accent);text-decoration:underline}
.item p{margin:0 0 .25rem}
.off h2{text-decoration:line-through}
.leaf{display:grid;justify-items:center;line-height:1.25;padding:.4rem .2rem;border-radius:calc(var(--agenda-radius)*.6);background:var(--agenda-background);color:var(--agenda-muted);font-size:.8rem}
.leaf b{font-size:1.5rem;color:var(--agenda-accent)}
.when{font-weight:600}
.when::first-letter,.facts time::first-letter,.dates time::first-letter{text-transform:uppercase}
.when,.where,.short{font-size:.95rem}
.when .more{font-weight:400;color:var(--agenda-muted)}
.where,.short{color:var(--agenda-muted)}
.thumb img{width:8.5rem;aspect-ratio:4/3;object-fit:cover;border-radius:calc(var(--agenda-radius)*.6)}
.badges{display:flex;flex-wrap:wrap;gap:.4rem;margin:.4rem 0 0!important}
.badges:empty{display:none}
.badge{font-size:.82rem;line-height:1.3;padding:.15rem .6rem;border-radius:1rem;border:1px solid currentColor;color:var(--agenda-muted)}
.good{color:var(--agenda-good)}.warn{color:var(--agenda-warn)}.bad{color:var(--agenda-bad)}.badge.accent{color:var(--agenda-accent)}
.none{padding:2rem 1rem;text-align:center;color:var(--agenda-muted);background:var(--agenda-surface);border:1px dashed var(--agenda-border);border-radius:var(--agenda-radius)}
.pages{display:grid;grid-template-columns:1fr auto 1fr;gap:1rem;align-items:center;margin:1.5rem 0}
.pages :last-child{justify-self:end}
.pages a{padding:.5rem 0}
.subscribe{margin-top:1.5rem}
.back{margin-bottom:1.25rem}
figure{margin:0 0 1.5rem}
.map{display:block;width:100%;max-width:32rem;height:auto;margin-top:.5rem;border-radius:var(--agenda-radius)}
.map circle{fill:var(--agenda-accent);stroke:#fff;stroke-width:2}
figure img{width:100%;max-height:26rem;object-fit:cover;border-radius:var(--agenda-radius)}
figcaption{font-size:.85rem;color:var(--agenda-muted);margin-top:.35rem}
.columns{display:grid;grid-template-columns:minmax(0,1fr);gap:1.5rem}
.facts{margin:0}
.facts>div{padding:.75rem 0;border-top:1px solid var(--agenda-border)}
dt{font-size:.9rem;color:var(--agenda-muted)}
dd{margin:0}
dd a{unicode-bidi:plaintext}
.aside{background:var(--agenda-surface);border:1px solid var(--agenda-border);border-radius:var(--agenda-radius);padding:1rem 1.1rem;align-self:start}
.body>.facts:first-child>div:first-child,.aside .facts>div:first-child{border:0;padding-top:0}
.tickets{border-top:1px solid var(--agenda-border);padding-top:.75rem;margin-bottom:1rem}
.offer+.offer{border-top:1px dashed var(--agenda-border);margin-top:.75rem;padding-top:.75rem}
.tiers li{display:flex;justify-content:space-between;gap:1rem;padding:.15rem 0}
.tiers b{white-space:nowrap}
.sale{font-size:.9rem;color:var(--agenda-muted);margin:.35rem 0 0}
.actions{display:flex;flex-wrap:wrap;gap:.6rem;margin:.75rem 0 0}
.actions .button{flex:1 1 auto}
section+section,section+.facts{margin-top:1.5rem}
.dates li{display:flex;flex-wrap:wrap;gap:.3rem .75rem;align-items:center;justify-content:space-between;padding:.5rem 0;border-top:1px solid var(--agenda-border)}
.dates li:first-child{border:0}
.facts time,.dates time{display:inline-block}
.dates [aria-current]{font-weight:600}
details{margin-top:.5rem}
summary{cursor:pointer;padding:.35rem 0;color:var(--agenda-accent)}
.prose>:first-child{margin-top:0}.prose>:last-child{margin-bottom:0}
.prose{overflow-x:auto}
pre,code,kbd,samp{hyphens:none}
.prose ul,.prose ol{list-style:revert;padding-inline-start:1.4rem;margin-block:0 .75rem}
.prose pre{white-space:pre-wrap;margin:0 0 .75rem;padding:.75rem;background:var(--agenda-background);border-radius:calc(var(--agenda-radius)*.6)}
.prose table{display:block;overflow-x:auto;border-collapse:collapse;margin-bottom:.75rem}
.prose th,.prose td{border:1px solid var(--agenda-border);padding:.3rem .6rem;text-align:start;overflow-wrap:normal}
.prose blockquote{margin:0 0 .75rem;padding-inline-start:1rem;border-inline-start:3px solid var(--agenda-border)}
.lines{white-space:pre-line;unicode-bidi:plaintext}
.keywords{display:flex;flex-wrap:wrap;gap:.3rem .9rem}
footer{color:var(--agenda-muted);padding:2rem 1rem 3rem}
footer ul{display:flex;flex-wrap:wrap;gap:.25rem 1.1rem}
footer a{display:inline-block;padding:.25rem 0}
footer [aria-current]{color:inherit;text-decoration:none;font-weight:600}
@media (min-width:52rem){.columns{grid-template-columns:minmax(0,1fr) 20rem}.aside{order:2}main{padding-top:3rem}.months{margin-inline:0}.months ul{padding-inline:0;flex-wrap:wrap}}
@media (max-width:36rem){.item{grid-template-columns:3rem minmax(0,1fr);gap:.8rem;padding:.85rem}.thumb{grid-column:1/-1;order:-1}.thumb img{width:100%;aspect-ratio:16/9}.actions .button{width:100%}}
.site{max-width:var(--agenda-width);margin:0 auto;padding:1rem 1rem 0;font-weight:600}
.site p{margin:0}
.start{display:block}
.group{color:var(--agenda-muted)}
.featured{margin-bottom:1.5rem}
footer .links{margin-bottom:.5rem}
.printed{display:none}
@media print{:root{--agenda-background:#fff;--agenda-surface:#fff;--agenda-text:#000;--agenda-muted:#333;--agenda-accent:#000}.search,.months,.pages,.actions,.subscribe,.back,.skip,footer nav,footer .links{display:none}.item,.aside,.leaf,.prose pre{border:0;background:none;padding:0}.item{break-inside:avoid}.printed{display:block}}
`
