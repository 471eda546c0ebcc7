package tessera.stack;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import tessera.model.StatusCondition;
import tessera.text.MessageCatalog;

/**
 * The status of a ClusterPolicy as text for people.
 *
 * @param verdict   how it is to be taken; what the operator calls ready need not be
 * @param headline  a few words
 * @param reason    what that means, and what helps
 * @param notReadyParts  the parts the operator names, those without a name here as it calls them
 * @param since     when it began; null when the operator does not say
 */
public record ClusterPolicyStatusText(ClusterPolicyVerdict verdict, String headline, ClusterPolicyReason reason,
        List<String> notReadyParts, @Nullable Instant since) {

    private static final MessageCatalog MESSAGES = MessageCatalog.of(ClusterPolicyStatusText.class);
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

    private ClusterPolicyStatusText(ClusterPolicyVerdict verdict, String state, ClusterPolicyReason reason,
            @Nullable Instant since) {
        this(verdict, MESSAGES.text("policy.headline", reason, state), reason, List.of(), since);
    }

    public static ClusterPolicyStatusText fromPolicy(ClusterPolicySummary policy) {
        var decisive = policy.decisiveCondition();
        var since = decisive.map(StatusCondition::since).orElse(null);
        var cause = decisive.map(StatusCondition::reason).orElse("");
        var message = decisive.map(StatusCondition::message).orElse("");
        var state = policy.state();
        if (state.equals("ignored")) {
            return new ClusterPolicyStatusText(ClusterPolicyVerdict.NOT_READY, state,
                    new ClusterPolicyReason.OlderPolicyExists(), since);
        }
        return switch (cause) {
            case "NoGPUNodes" -> new ClusterPolicyStatusText(ClusterPolicyVerdict.IDLE, state,
                    new ClusterPolicyReason.NoGpuNodeLabels(), since);
            case "NFDLabelsMissing" -> new ClusterPolicyStatusText(ClusterPolicyVerdict.IDLE, state,
                    new ClusterPolicyReason.NoFeatureLabels(), since);
            default -> switch (state) {
                case "ready" -> new ClusterPolicyStatusText(ClusterPolicyVerdict.READY, state,
                        new ClusterPolicyReason.ComponentsReady(), since);
                case "notReady" -> {
                    var reason = notReadyReason(cause, message);
                    yield new ClusterPolicyStatusText(ClusterPolicyVerdict.NOT_READY,
                            MESSAGES.text("policy.headline", reason, state), reason, notReadyStates(message), since);
                }
                case "" -> new ClusterPolicyStatusText(ClusterPolicyVerdict.UNKNOWN, state,
                        new ClusterPolicyReason.PolicyUnprocessed(), since);
                default -> new ClusterPolicyStatusText(ClusterPolicyVerdict.UNKNOWN, state,
                        new ClusterPolicyReason.OperatorMessage(message), since);
            };
        };
    }

    private static ClusterPolicyReason notReadyReason(String cause, String message) {
        return switch (cause) {
            case "OperandNotReady", "DriverNotReady" -> new ClusterPolicyReason.ComponentsNotReady();
            case "ReconcileFailed" -> new ClusterPolicyReason.ReconcileFailure(message);
            case "PrerequisiteNotMet" -> new ClusterPolicyReason.PrerequisiteMissing(message);
            default -> new ClusterPolicyReason.NotReadyMessage(message);
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

    public String text() {
        return reason.text();
    }

    /** Returns whether the operator names parts that are not ready, and nothing else. */
    public boolean namesOnlyParts() {
        return reason instanceof ClusterPolicyReason.ComponentsNotReady;
    }

    /** Returns the first part that is not ready, and the number of others; empty where none is named. */
    public Optional<String> firstNotReadyText() {
        return notReadyParts.isEmpty() ? Optional.empty() : Optional.of(MESSAGES.text("policy.parts", notReadyParts));
    }
}
