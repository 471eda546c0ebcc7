package tessera.model;

import java.util.regex.Pattern;
import tessera.text.OptionalText;

/**
 * The notation of a container's exit in a pod's message, among the words of the kubelet, and in the journal. It is the same in
 * every language: patterns match it.
 */
public final class ContainerExitNotation {

    private static final String EXIT = "exit code ";
    private static final String LAST = "last ended with ";

    /** Matches the exit code in a message, as its first group. A program may write of such codes, too. */
    public static final String PATTERN = "(?:" + Pattern.quote(LAST) + "[^,]{0,80}, |(?:: |; )(?=" + EXIT
            + "\\d{1,3}$))" + EXIT + "(\\d{1,3})\\b";

    private ContainerExitNotation() {}

    /** Returns an exit code: {@code exit code 1}. */
    public static String exitText(int code) {
        return EXIT + code;
    }

    /** Returns whether a text begins with an exit code. */
    public static boolean isExit(String text) {
        return text.startsWith(EXIT);
    }

    /**
     * Returns the exit of a container before its restart: {@code last ended with Error, exit code 1: no such file}.
     *
     * @param message of the container; may be empty
     */
    public static String lastExitText(String reason, int code, String message) {
        return LAST + reason + ", " + exitText(code) + OptionalText.prefixed(": ", message);
    }

    /** Returns a kubelet's message with the exit of the container. */
    public static String withExit(String message, String exit) {
        return OptionalText.suffixed(message, "; ") + exit;
    }
}
