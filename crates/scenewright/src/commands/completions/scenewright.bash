_scenewright() {
    local IFS=$'\013' line=$COMP_LINE index=0 i reply prefix
    local words=()
    for ((i = 0; i < ${#COMP_WORDS[@]}; i++)); do
        if ((i > 0)) && [[ $line != [[:space:]]* ]]; then
            words[${#words[@]} - 1]+=${COMP_WORDS[i]}
        else
            words[${#words[@]}]=${COMP_WORDS[i]}
        fi
        line=${line#"${line%%[![:space:]]*}"}
        line=${line#"${COMP_WORDS[i]}"}
        ((i == COMP_CWORD)) && index=$((${#words[@]} - 1))
    done
    prefix=${words[index]%"$2"}
    COMPREPLY=()
    for reply in $(
        _CLAP_IFS=$IFS _CLAP_COMPLETE_INDEX=$index _CLAP_COMPLETE_COMP_TYPE=$COMP_TYPE \
            _CLAP_COMPLETE_SPACE=true SCENEWRIGHT_COMPLETE=bash \
            scenewright -- "${words[@]}" 2>/dev/null
    ); do
        reply=${reply#"$prefix"}
        [[ $reply == *' '* && $2 != [\"\']* ]] && printf -v reply '%q' "$reply"
        COMPREPLY[${#COMPREPLY[@]}]=$reply
    done
    if [[ ${#COMPREPLY[@]} == 1 && ${COMPREPLY[0]} == *[=/:] ]]; then
        compopt -o nospace 2>/dev/null
    fi
}
complete -o bashdefault -o default -F _scenewright scenewright
