/**
 * The script of an agenda's page: while a search is typed, it puts suggestions into the list of the search field.
 * Without it the form works without suggestions.
 */
export const suggestScript =
  `(()=>{const field=document.getElementById("search"),list=document.getElementById("suggestions");if(!field||!list)return;let wait;const suggest=async()=>{const q=field.value;if(q.trim()==="")return list.replaceChildren();const answer=await fetch(new URL(field.form.action).pathname+"/suggest?q="+encodeURIComponent(q));if(!answer.ok||field.value!==q)return;const {suggestions}=await answer.json();list.replaceChildren(...suggestions.map(({text})=>new Option(text,text)))};field.addEventListener("input",()=>{clearTimeout(wait);wait=setTimeout(suggest,150)})})()`
