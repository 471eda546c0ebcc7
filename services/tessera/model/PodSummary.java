package tessera.model;

import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import tessera.kube.quantity.ResourceAmounts;

/**
 * A pod as the API server reports it, reduced to what the product shows.
 *
 * @param node      the node it is bound to, empty before it is scheduled
 * @param nominated the node the scheduler keeps room on for it, usually empty
 * @param status    one word as kubectl prints it, e.g. {@code Running}, {@code CrashLoopBackOff}, {@code Terminating}
 * @param reason    why it does not run, one word, e.g. {@code Unschedulable}; empty while it runs
 * @param message   why it does not run, in the cluster's own words; empty while it runs
 * @param requests  what it takes from a node, by the scheduler's formula
 * @param owner     its controller
 * @param labels    as on the object
 * @param created   by the server's clock; null when the object does not say
 * @param started   when the kubelet took it on; null before
 * @param deleting  when it was asked to end; null while nobody asked
 * @param ready     containers that are ready
 * @param total     containers there are, long-running init containers included
 * @param restarts  of all containers together
 * @param claims    names of the ResourceClaims that it was given, or names itself; in its own namespace
 * @param schedulingConstraints   what it says of the nodes it may go to; empty once it has one, and where that was not read
 * @param devices   ways to accelerators other than requests and claims
 * @param images    of its containers, as they are written; empty where that was not read
 * @param endedAt     when the last of its containers ended, by its node's clock; null while one may still run, and where none tells
 * @param awaitedClaims those still to be created of their templates; empty once it has a node
 */
public record PodSummary(String namespace, String name, String uid, String node, String nominated, PodPhase phase,
        String status, String reason, String message, ResourceAmounts requests, ControllerRef owner,
        Map<String, String> labels, int priority, @Nullable Instant created, @Nullable Instant started,
        @Nullable Instant deleting, int ready, int total, int restarts, List<String> claims,
        Optional<PodSchedulingConstraints> schedulingConstraints, UnrequestedDeviceAccess devices, List<String> images,
        @Nullable Instant endedAt, List<AwaitedResourceClaim> awaitedClaims) {

    public PodSummary {
        claims = List.copyOf(claims);
        images = List.copyOf(images);
        awaitedClaims = List.copyOf(awaitedClaims);
    }

    /** One of which no end is known. */
    public PodSummary(String namespace, String name, String uid, String node, String nominated, PodPhase phase,
            String status, String reason, String message, ResourceAmounts requests, ControllerRef owner,
            Map<String, String> labels, int priority, @Nullable Instant created, @Nullable Instant started,
            @Nullable Instant deleting, int ready, int total, int restarts, List<String> claims,
            Optional<PodSchedulingConstraints> schedulingConstraints, UnrequestedDeviceAccess devices,
            List<String> images) {
        this(namespace, name, uid, node, nominated, phase, status, reason, message, requests, owner, labels, priority,
                created, started, deleting, ready, total, restarts, claims, schedulingConstraints, devices, images,
                null, List.of());
    }

    /** One of which is not known where it may go. */
    public PodSummary(String namespace, String name, String uid, String node, String nominated, PodPhase phase,
            String status, String reason, String message, ResourceAmounts requests, ControllerRef owner,
            Map<String, String> labels, int priority, @Nullable Instant created, @Nullable Instant started,
            @Nullable Instant deleting, int ready, int total, int restarts, List<String> claims) {
        this(namespace, name, uid, node, nominated, phase, status, reason, message, requests, owner, labels, priority,
                created, started, deleting, ready, total, restarts, claims, Optional.empty(),
                UnrequestedDeviceAccess.NONE, List.of());
    }

    /** One that reaches devices by requests and claims alone. */
    public PodSummary(String namespace, String name, String uid, String node, String nominated, PodPhase phase,
            String status, String reason, String message, ResourceAmounts requests, ControllerRef owner,
            Map<String, String> labels, int priority, @Nullable Instant created, @Nullable Instant started,
            @Nullable Instant deleting, int ready, int total, int restarts, List<String> claims,
            Optional<PodSchedulingConstraints> placing) {
        this(namespace, name, uid, node, nominated, phase, status, reason, message, requests, owner, labels, priority,
                created, started, deleting, ready, total, restarts, claims, placing, UnrequestedDeviceAccess.NONE,
                List.of());
    }

    /** Returns whether it takes its requests from a node: bound, and not terminated. A pod being deleted still does. */
    public boolean holdsResources() {
        return !node.isEmpty() && !phase.isTerminal();
    }

    /** Returns whether it failed on its node: for good, or again and again. One that restarted and is ready did not. */
    public boolean hasFailed() {
        return !node.isEmpty()
                && (phase == PodPhase.FAILED || (phase == PodPhase.RUNNING && restarts > 0 && ready < total));
    }

    /** Returns whether it waits to be bound to a node. */
    public boolean waitsForNode() {
        return node.isEmpty() && !phase.isTerminal() && deleting == null;
    }

    /** Returns whether it has claims, or waits for claims of their templates. */
    public boolean needsClaims() {
        return !claims.isEmpty() || !awaitedClaims.isEmpty();
    }

    public String key() {
        return namespace + "/" + name;
    }
}
