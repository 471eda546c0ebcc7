package tessera.scheduling;

import com.fasterxml.jackson.databind.JsonNode;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import tessera.model.ForeignTextSanitizer;
import tessera.model.ObjectRef;

/**
 * A NodeClaim of Karpenter: a requested machine and the phase it has reached.
 *
 * @param node     the node that it became; empty before that
 * @param phase    how far it has come
 * @param resource what the node does not offer though it was asked for; empty for nothing
 * @param message  Karpenter's words
 * @param since    the start of this phase, by the server's clock; null when it does not tell
 */
public record KarpenterNodeClaim(String name, String node, NodeClaimPhase phase, String resource, String message,
        @Nullable Instant since) {

    /** The kind. */
    public static final ObjectRef KIND = new ObjectRef("karpenter.sh/v1", "NodeClaim", "nodeclaims", "", "");

    private static final Pattern RESOURCE = Pattern.compile("[Rr]esource \"?([\\w.-]+/[\\w.-]+)\"?");

    /** Reasons of a condition that no attempt has set yet, or one that was put off. */
    private static final Set<String> UNTRIED = Set.of("AwaitingReconciliation", "CapacityEvidencePending", "Launched");

    /** The phase that a machine has reached. */
    public enum NodeClaimPhase {
        /** The cloud refused it. */
        NOT_LAUNCHED,
        /** Karpenter has not launched it yet. */
        REQUESTED,
        /** The machine starts. */
        LAUNCHING,
        /** Its node has joined and lacks something. */
        INITIALIZING,
        INITIALIZED
    }

    /** Reads a NodeClaim object. */
    public static KarpenterNodeClaim of(JsonNode claim) {
        var name = claim.at("/metadata/name").asText();
        var node = claim.at("/status/nodeName").asText();
        var launched = conditionOf(claim, "Launched");
        if (hasFailed(launched)) {
            return fromConditions(name, node, NodeClaimPhase.NOT_LAUNCHED, launched, launched);
        }
        var initialized = conditionOf(claim, "Initialized");
        if (isTrue(initialized)) {
            return fromConditions(name, node, NodeClaimPhase.INITIALIZED, initialized, initialized);
        }
        // Initialized is unknown from the creation of the claim on, so that the phase before it tells the time.
        var registered = conditionOf(claim, "Registered");
        if (!node.isEmpty() && isTrue(registered)) {
            return fromConditions(name, node, NodeClaimPhase.INITIALIZING, initialized, registered);
        }
        if (isTrue(launched)) {
            return fromConditions(name, node, NodeClaimPhase.LAUNCHING, initialized, launched);
        }
        return fromConditions(name, node, NodeClaimPhase.REQUESTED, launched, launched);
    }

    private static boolean isTrue(JsonNode condition) {
        return condition.path("status").asText().equals("True");
    }

    /** Returns whether an attempt to launch failed: Karpenter tries again, so that the condition is unknown, with a reason. */
    private static boolean hasFailed(JsonNode launched) {
        var reason = launched.path("reason").asText();
        return switch (launched.path("status").asText()) {
            case "False" -> true;
            case "Unknown" -> !reason.isEmpty() && !UNTRIED.contains(reason);
            default -> false;
        };
    }

    private static JsonNode conditionOf(JsonNode claim, String type) {
        return claim.at("/status/conditions").valueStream()
                .filter(element -> element.path("type").asText().equals(type)).findFirst()
                .orElseGet(() -> claim.path("absent"));
    }

    private static KarpenterNodeClaim fromConditions(String name, String node, NodeClaimPhase phase, JsonNode condition,
            JsonNode start) {
        var reason = condition.path("reason").asText();
        var message = Stream.of(reason, condition.path("message").asText().strip()).filter(part -> !part.isEmpty())
                .collect(Collectors.joining(": "));
        var lacks = RESOURCE.matcher(message);
        return new KarpenterNodeClaim(name, node, phase,
                reason.equals("ResourceNotRegistered") && lacks.find() ? lacks.group(1) : "", message,
                ApiTimestampParser.parse(start.path("lastTransitionTime")).orElse(null));
    }

    /** Returns whether its machine is no node yet that pods may use, though no launch has failed. */
    boolean isPending() {
        return phase != NodeClaimPhase.NOT_LAUNCHED && phase != NodeClaimPhase.INITIALIZED;
    }

    /** Returns why its machine is no usable node yet. */
    KarpenterNodeReason pendingReason(Instant now) {
        var age = Optional.ofNullable(since).map(start -> Duration.between(start, now));
        var words = ForeignTextSanitizer.withoutFullStop(message);
        return switch (phase) {
            case REQUESTED -> new KarpenterNodeReason.MachineNotLaunched(name, age, words);
            case LAUNCHING -> new KarpenterNodeReason.MachineNotJoined(name, age, words);
            default -> new KarpenterNodeReason.NodeNotInitialized(name, node, resource, age, words);
        };
    }
}
