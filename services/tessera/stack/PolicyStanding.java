package tessera.stack;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import tessera.model.Condition;

/**
 * What a ClusterPolicy says of the whole stack, in words.
 *
 * @param verdict   how it is to be taken; what the operator calls ready need not be
 * @param headline  a few words
 * @param text      what that means, and what helps
 * @param notReady  the parts the operator names, those without a name here as it calls them
 * @param since     when it began; null when the operator does not say
 */
public record PolicyStanding(PolicyVerdict verdict, String headline, String text, List<String> notReady,
        @Nullable Instant since) {

    /** What the operator says where it names parts and nothing else. */
    public static final String PARTS = "Parts of the stack are not ready; Operator shows on which nodes.";
    private static final Pattern STATES = Pattern.compile("states not ready: \\[([^\\[\\]]*+)\\]");

    /** How it stands. */
    public enum PolicyVerdict {
        READY,
        /** The operator is content, and there is nothing that works. */
        IDLE,
        NOT_READY,
        /** Nobody has said anything yet. */
        UNKNOWN
    }

    public PolicyStanding {
        notReady = List.copyOf(notReady);
    }

    public static PolicyStanding of(PolicyFacts policy) {
        var told = policy.telling();
        var since = told.map(Condition::since).orElse(null);
        var reason = told.map(Condition::reason).orElse("");
        var message = told.map(Condition::message).orElse("");
        if (policy.state().equals("ignored")) {
            return new PolicyStanding(PolicyVerdict.NOT_READY, "ignored",
                    "There is an older ClusterPolicy, and the operator heeds only that. Delete one of the two.",
                    List.of(), since);
        }
        return switch (reason) {
            case "NoGPUNodes" -> new PolicyStanding(PolicyVerdict.IDLE, "ready, and finds no GPU node",
                    "The operator is ready and has nothing to do: no node carries a label of node feature discovery "
                            + "that tells of an NVIDIA device.",
                    List.of(), since);
            case "NFDLabelsMissing" ->
                new PolicyStanding(PolicyVerdict.IDLE, "ready, and finds no labels of node feature discovery",
                        "The operator is ready and cannot know where GPUs are. Deploy node feature discovery "
                                + "(nfd.enabled=true), or let its workers onto the GPU nodes.",
                        List.of(), since);
            default -> other(policy, reason, message, since);
        };
    }

    private static PolicyStanding other(PolicyFacts policy, String reason, String message, @Nullable Instant since) {
        return switch (policy.state()) {
            case "ready" ->
                new PolicyStanding(PolicyVerdict.READY, "ready", "Every part that is wanted runs.", List.of(),
                        since);
            case "notReady" -> new PolicyStanding(PolicyVerdict.NOT_READY, "not ready", told(reason, message),
                    states(message), since);
            case "" -> new PolicyStanding(PolicyVerdict.UNKNOWN, "not looked at yet",
                    "The operator has not written a state. If that lasts, its own pod does not run.", List.of(), since);
            default -> new PolicyStanding(PolicyVerdict.UNKNOWN, policy.state(), message, List.of(), since);
        };
    }

    private static String told(String reason, String message) {
        return switch (reason) {
            case "OperandNotReady", "DriverNotReady" ->
                PARTS;
            case "ReconcileFailed" -> "The operator could not make the objects it wants: " + message;
            case "PrerequisiteNotMet" -> "Something is missing that must be there first: " + message;
            default -> message.isEmpty() ? "The operator does not say why." : message;
        };
    }

    private static List<String> states(String message) {
        var matcher = STATES.matcher(message);
        if (!matcher.find()) {
            return List.of();
        }
        var names = new ArrayList<String>();
        for (var name : matcher.group(1).trim().split("\\s+", -1)) {
            if (!name.isEmpty()) {
                names.add(StackComponent.ofState(name).map(StackComponent::title).orElse(name));
            }
        }
        return names;
    }

    /** The part that comes first among those not ready, and how many follow; empty where none is named. */
    public Optional<String> firstNotReady() {
        return notReady.isEmpty() ? Optional.empty()
                : Optional.of(notReady.size() == 1 ? notReady.getFirst()
                        : notReady.getFirst() + " and " + (notReady.size() - 1) + " after it");
    }
}
