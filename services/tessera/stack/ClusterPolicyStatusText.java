package tessera.stack;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import tessera.model.StatusCondition;

/**
 * The status of a ClusterPolicy as text for people.
 *
 * @param verdict   how it is to be taken; what the operator calls ready need not be
 * @param headline  a few words
 * @param text      what that means, and what helps
 * @param notReadyParts  the parts the operator names, those without a name here as it calls them
 * @param since     when it began; null when the operator does not say
 */
public record ClusterPolicyStatusText(ClusterPolicyVerdict verdict, String headline, String text,
        List<String> notReadyParts,
        @Nullable Instant since) {

    /** What the operator says where it names parts and nothing else. */
    public static final String PARTS = "Parts of the stack are not ready.";
    private static final Pattern STATES = Pattern.compile("states not ready: \\[([^\\[\\]]*+)\\]");

    /** The verdict on the policy. */
    public enum ClusterPolicyVerdict {
        READY,
        /** The operator is content, and there is nothing that works. */
        IDLE,
        NOT_READY,
        /** Nobody has said anything yet. */
        UNKNOWN
    }

    public ClusterPolicyStatusText {
        notReadyParts = List.copyOf(notReadyParts);
    }

    public static ClusterPolicyStatusText fromPolicy(ClusterPolicySummary policy) {
        var told = policy.decisiveCondition();
        var since = told.map(StatusCondition::since).orElse(null);
        var reason = told.map(StatusCondition::reason).orElse("");
        var message = told.map(StatusCondition::message).orElse("");
        if (policy.state().equals("ignored")) {
            return new ClusterPolicyStatusText(ClusterPolicyVerdict.NOT_READY, "ignored",
                    "There is an older ClusterPolicy, and the operator heeds only that. Delete one of the two.",
                    List.of(), since);
        }
        return switch (reason) {
            case "NoGPUNodes" -> new ClusterPolicyStatusText(ClusterPolicyVerdict.IDLE, "ready, and finds no GPU node",
                    "The operator is ready and has nothing to do: no node carries a label of node feature discovery "
                            + "that tells of an NVIDIA device.",
                    List.of(), since);
            case "NFDLabelsMissing" ->
                new ClusterPolicyStatusText(ClusterPolicyVerdict.IDLE,
                        "ready, and finds no labels of node feature discovery",
                        "The operator is ready and cannot know where GPUs are. Deploy node feature discovery "
                                + "(nfd.enabled=true), or let its workers onto the GPU nodes.",
                        List.of(), since);
            default -> otherStatus(policy, reason, message, since);
        };
    }

    private static ClusterPolicyStatusText otherStatus(ClusterPolicySummary policy, String reason, String message,
            @Nullable Instant since) {
        return switch (policy.state()) {
            case "ready" ->
                new ClusterPolicyStatusText(ClusterPolicyVerdict.READY, "ready", "Every part that is wanted runs.",
                        List.of(),
                        since);
            case "notReady" ->
                new ClusterPolicyStatusText(ClusterPolicyVerdict.NOT_READY, "not ready",
                        explanationText(reason, message),
                        notReadyStates(message), since);
            case "" -> new ClusterPolicyStatusText(ClusterPolicyVerdict.UNKNOWN, "not looked at yet",
                    "The operator has not written a state. If that lasts, its own pod does not run.", List.of(), since);
            default ->
                new ClusterPolicyStatusText(ClusterPolicyVerdict.UNKNOWN, policy.state(), message, List.of(), since);
        };
    }

    private static String explanationText(String reason, String message) {
        return switch (reason) {
            case "OperandNotReady", "DriverNotReady" ->
                PARTS;
            case "ReconcileFailed" -> "The operator could not make the objects it wants: " + message;
            case "PrerequisiteNotMet" -> "Something is missing that must be there first: " + message;
            default -> message.isEmpty() ? "The operator does not say why." : message;
        };
    }

    private static List<String> notReadyStates(String message) {
        var matcher = STATES.matcher(message);
        if (!matcher.find()) {
            return List.of();
        }
        var names = new ArrayList<String>();
        for (var name : matcher.group(1).trim().split("\\s+", -1)) {
            if (!name.isEmpty()) {
                names.add(GpuStackComponent.fromStateName(name).map(GpuStackComponent::title).orElse(name));
            }
        }
        return names;
    }

    /** Returns the first part that is not ready, and the number of others; empty where none is named. */
    public Optional<String> firstNotReadyText() {
        if (notReadyParts.isEmpty()) {
            return Optional.empty();
        }
        return Optional.of(notReadyParts.size() == 1 ? notReadyParts.getFirst()
                : notReadyParts.getFirst() + " and " + (notReadyParts.size() - 1) + " after it");
    }
}
