package tessera.settings;

import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Where a value stands in a text.
 *
 * @param start   of its first character
 * @param end     behind its last character
 * @param members where it is an object: what it holds, in the order of the text; empty otherwise
 * @param object  whether it is an object
 */
record JsonSpan(int start, int end, LinkedHashMap<String, Member> members, boolean object) {

    /**
     * A value and its name.
     *
     * @param start of the name, at its quotation mark
     */
    record Member(int start, JsonSpan value) {}

    Map.Entry<String, Member> last() {
        return members.lastEntry();
    }
}
