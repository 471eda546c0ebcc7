package tessera.gpu.health;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * A fault that a monitor, an operator or a cloud reports on the node object.
 *
 * @param signal    the condition's type, or the label or taint that reports it
 * @param status  the condition's status; empty for a label or taint
 * @param level   how urgent it is
 * @param topic   the part that is at fault
 * @param loss    how far the reporter's sign says that a GPU is lost
 * @param meaning a sentence; empty where the sign is not in the catalogue
 * @param remedy  a sentence
 * @param details   the reporter's own words
 * @param since   the start, by the server's clock; null when the object does not tell
 */
public record NodeFault(String signal, String status, NodeFaultLevel level, FaultyNodePart topic, GpuLossStage loss,
        String meaning, String remedy, List<String> details, @Nullable Instant since) {

    private static final String TRUE = "True";

    private static final List<Pattern> XIDS = List.of(
            Pattern.compile("(?i)\\bxid(?:[- ]?errors?)?(?:\\s+|[ =:#]+)(\\d{1,3})\\b"),
            Pattern.compile("\\bXID(\\d{1,3})(?=Error|Warning)|NvidiaXID(\\d{1,3})"),
            Pattern.compile("\"(\\d{1,3})\"\\s*:\\s*true"), Pattern.compile("\\bErrorCode:\\s*(\\d{1,3})\\b"),
            Pattern.compile("^\\[(\\d{1,3})[\\],]"));

    private static final Pattern ACTION = Pattern.compile("Recommended ?Action[=:] ?([A-Z][A-Z_]+)");

    /** The level of a fault, the most urgent last. */
    public enum NodeFaultLevel {
        /** Worth knowing. */
        INFO,
        /** Someone has to look at it, not at once. */
        WARNING,
        /** The node is not fit for GPU work. */
        CRITICAL
    }

    /** The part of a node that is at fault. */
    public enum FaultyNodePart {
        /** The GPUs, or what hands them out. */
        ACCELERATOR,
        /** The NVLink fabric as a whole: while it fails, CUDA does not start on the node's GPUs. */
        FABRIC,
        /** A link between GPUs or between nodes: work that does not need it runs on. */
        LINK,
        /** The rest of the machine, its cooling and power among it: its GPUs are not said to fail. */
        NODE,
        /** None yet: the cloud has an event scheduled for the machine. */
        SCHEDULE;

        /** Returns whether no GPU is fit for work while the part fails. */
        public boolean stopsGpus() {
            return this == ACCELERATOR || this == FABRIC;
        }
    }

    public NodeFault {
        details = List.copyOf(details);
    }

    /** Returns whether a condition reports the fault by a status other than True, which its name does not tell. */
    public boolean inverted() {
        return !status.isEmpty() && !status.equals(TRUE);
    }

    /** Returns whether the node is worse for it now; of an event that is only scheduled it is not. */
    public boolean impairsNode() {
        return level != NodeFaultLevel.INFO && topic != FaultyNodePart.SCHEDULE;
    }

    /**
     * Returns the sign with its status where that is not True and the XIDs that the reporter names, e.g.
     * {@code SysLogsXIDError (XID 79)} or {@code AcceleratedHardwareReady=False}.
     */
    public String label() {
        var xids = xids();
        var name = signText();
        if (xids.isEmpty()) {
            return name;
        }
        return xids.stream().map(code -> "XID " + code).collect(Collectors.joining(", ", name + " (", ")"));
    }

    private String signText() {
        return inverted() ? signal + "=" + status : signal;
    }

    /** Returns the sign and what its reporter says of it, e.g. {@code condition GpuMissing: 7 of 8 GPUs}; empty where that is nothing. */
    public Optional<String> reportText() {
        return Optional.of(String.join(": ", details)).filter(text -> !text.isBlank())
                .map(text -> (status.isEmpty() ? "%s: %s" : "condition %s: %s").formatted(signText(), text));
    }

    /** Returns the action that the reporter recommends, in its own word, e.g. {@code RESTART_BM}; empty where it names none. */
    public Optional<String> recommendedAction() {
        return details.stream().flatMap(text -> ACTION.matcher(text).results()).map(found -> found.group(1))
                .findFirst();
    }

    /** Returns the XIDs that the reporter names, in its order. */
    public List<Integer> xids() {
        var codes = new ArrayList<Integer>();
        for (var text : Stream.concat(Stream.of(signal), details.stream()).toList()) {
            for (var pattern : XIDS) {
                pattern.matcher(text).results().flatMap(NodeFault::groupTexts).filter(code -> !code.isEmpty())
                        .map(Integer::valueOf).filter(code -> !codes.contains(code)).forEach(codes::add);
            }
        }
        return codes;
    }

    private static Stream<String> groupTexts(MatchResult found) {
        return Stream.iterate(1, group -> group <= found.groupCount(), group -> group + 1)
                .map(group -> Objects.requireNonNullElse(found.group(group), ""));
    }
}
