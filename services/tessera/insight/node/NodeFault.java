package tessera.insight.node;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * A fault that a monitor, an operator or a cloud reports on the node object.
 *
 * @param sign    the condition's type, with its status where that is False, or the label or taint that reports it
 * @param level   how urgent it is
 * @param topic   the part that is at fault
 * @param meaning a sentence; empty where the sign is not in the catalogue
 * @param remedy  a sentence
 * @param words   the reporter's own words
 * @param since   the start, by the server's clock; null when the object does not tell
 */
public record NodeFault(String sign, Level level, Topic topic, String meaning, String remedy, List<String> words,
        @Nullable Instant since) {

    private static final List<Pattern> XIDS = List.of(Pattern.compile("\\bX[Ii][Dd](?:\\s+|[ =:#]+)(\\d{1,3})\\b"),
            Pattern.compile("\\bXID(\\d{1,3})(?=Error|Warning)|NvidiaXID(\\d{1,3})"),
            Pattern.compile("\"(\\d{1,3})\"\\s*:\\s*true"), Pattern.compile("\\bErrorCode:\\s*(\\d{1,3})\\b"),
            Pattern.compile("^\\[(\\d{1,3})[\\],]"));

    /** How urgent a fault is, the most urgent last. */
    public enum Level {
        /** Worth knowing. */
        INFO,
        /** Someone has to look at it, not at once. */
        WARNING,
        /** The node is not fit for GPU work. */
        CRITICAL
    }

    /** The part of a node that is at fault. */
    public enum Topic {
        ACCELERATOR,
        /** Links between GPUs, and what manages them. */
        FABRIC,
        NODE
    }

    public NodeFault {
        words = List.copyOf(words);
    }

    /** Returns the sign with the XIDs that the reporter names, e.g. {@code SysLogsXIDError (XID 79)}. */
    public String label() {
        var xids = xids();
        return xids.isEmpty() ? sign
                : xids.stream().map(code -> "XID " + code).collect(Collectors.joining(", ", sign + " (", ")"));
    }

    /** Returns the XIDs that the reporter names, in its order. */
    public List<Integer> xids() {
        var codes = new ArrayList<Integer>();
        for (var text : words) {
            for (var pattern : XIDS) {
                pattern.matcher(text).results()
                        .flatMap(found -> Stream.iterate(1, group -> group <= found.groupCount(), group -> group + 1)
                                .map(group -> Objects.requireNonNullElse(found.group(group), ""))
                                .filter(code -> !code.isEmpty()))
                        .map(Integer::valueOf).filter(code -> !codes.contains(code)).forEach(codes::add);
            }
        }
        return codes;
    }
}
