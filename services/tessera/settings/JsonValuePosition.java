package tessera.settings;

import java.util.LinkedHashMap;
import java.util.Map;

/**
 * The position of a value in a JSON text.
 *
 * @param start   of its first character
 * @param end     behind its last character
 * @param members where it is an object: what it holds, in the order of the text; empty otherwise
 * @param isObject  whether it is an object
 */
record JsonValuePosition(int start, int end, LinkedHashMap<String, JsonMember> members, boolean isObject) {

    /**
     * A member of a JSON object: name position and value.
     *
     * @param start of the name, at its quotation mark
     */
    record JsonMember(int start, JsonValuePosition value) {}

    Map.Entry<String, JsonMember> lastMember() {
        return members.lastEntry();
    }
}
