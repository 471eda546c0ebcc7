package tessera.demo.control;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.time.Duration;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import tessera.demo.object.SimulatedApiException;
import tessera.demo.object.SimulatedMetadata;
import tessera.demo.store.objects.SimulatedDeleteOptions;
import tessera.kube.quantity.ResourceAmounts;
import tessera.kube.requests.PodResourceCalculator;
import tessera.kube.requests.PodSchedulerRequests;
import tessera.model.ContainerImageNameValidator;

/** The kubelets of all nodes that have one: pods start, run, end and are removed. */
public final class SimulatedKubelets {

    private static final SimulatedContainerBehavior CRASHING = SimulatedContainerBehavior
            .endingAfter(Duration.ofSeconds(21), 1);
    private static final SimulatedContainerBehavior FAILING = SimulatedContainerBehavior
            .endingAfter(Duration.ofSeconds(4), 1);
    private static final Duration NOTICE = Duration.ofMillis(300);
    private static final Duration INIT_NOTICE = Duration.ofSeconds(1);
    /** What waits for another pod of its node looks so often whether that is there. */
    private static final Duration LOOKING = Duration.ofSeconds(2);
    private static final Duration HANGING = Duration.ofSeconds(5);
    private static final Duration STOPPING = Duration.ofMillis(1200);
    private static final Duration PROBING = Duration.ofSeconds(3);
    private static final Duration UNTIL_BACKOFF = Duration.ofSeconds(12);

    private final SimulatedControlLoop loop;
    private final SimulatedPodCache cache;
    private final SimulatedKubeletPods pods;
    private final SimulatedKubeletHeartbeats machines;
    /** Pods that something is under way for, by uid. */
    private final Map<String, PodStage> stages = new HashMap<>();
    private final Set<String> stopping = new HashSet<>();
    private final SimulatedPodConfigReferences sources;

    /** The refusal of a pod by a kubelet: reason and message. */
    private record AdmissionRefusal(String reason, String message) {}

    private enum PodStage {
        STARTING,
        RUNNING
    }

    public SimulatedKubelets(SimulatedControllerContext context, SimulatedKubeletHeartbeats machines) {
        loop = context.loop();
        cache = context.pods();
        this.machines = machines;
        pods = new SimulatedKubeletPods(context, machines);
        sources = new SimulatedPodConfigReferences(pods);
        cache.addListener(this::podChanged);
    }

    private void podChanged(@Nullable SimulatedCachedPod before, @Nullable SimulatedCachedPod after) {
        if (after == null) {
            if (before != null) {
                stages.remove(before.uid());
                stopping.remove(before.uid());
            }
        } else if (!after.nodeName().isEmpty() && machines.isAlive(after.nodeName())) {
            boolean ends = after.deleting() && stopping.add(after.uid());
            if (ends) {
                loop.runAfter(NOTICE, () -> terminate(after));
            } else if (!after.deleting() && !after.isTerminal()
                    && stages.putIfAbsent(after.uid(), PodStage.STARTING) == null && !after.ready()) {
                loop.runAfter(NOTICE, () -> beginPod(after.uid()));
            }
        }
    }

    /** Sets the GPU stack that decides when its pods start and whether they fail. */
    public void setNodeStack(SimulatedGpuStackBehavior nodeStack) {
        pods.stack = nodeStack;
    }

    /** Ends the containers of a pod with an error. */
    public void failPod(String uid) throws SimulatedApiException {
        var pod = pods.find(uid);
        if (pod != null) {
            endContainers(pod, SimulatedContainerExit.forAllContainers(1));
        }
    }

    /** Resumes the work on a node whose kubelet has returned. */
    public void resumeNode(String node) {
        for (var cachedPod : cache.onNode(node)) {
            podChanged(cachedPod, cachedPod);
            if (!cachedPod.ready() && cachedPod.isActive()) {
                loop.runAfter(PROBING, () -> recoverPod(cachedPod.uid()));
            }
        }
    }

    /** Marks a pod as ready again that ran while its node was unreachable. */
    private void recoverPod(String uid) throws SimulatedApiException {
        var pod = pods.find(uid);
        if (pod != null && pod.at("/status/containerStatuses/0/state").has("running") && !failsAfterStart(pod)) {
            pods.editStatus(pod, status -> SimulatedContainerStatusWriter.setReady(status, pods.now()));
        }
    }

    private void beginPod(String uid) throws SimulatedApiException {
        var pod = pods.find(uid);
        if (pod == null || SimulatedMetadata.isDeleting(pod)) {
            return;
        }
        if (pod.path("status").has("containerStatuses")) {
            resumeOld(pod);
            return;
        }
        var node = pod.path("spec").path("nodeName").asText("");
        var refusal = findRefusal(pod, node);
        var now = pods.now();
        if (refusal != null) {
            pods.editStatus(pod, status -> SimulatedContainerStatusWriter.refuse(status, refusal.reason(),
                    "Pod was rejected: " + refusal.message(), now));
            pods.recordEvent(pod, SimulatedEvent.warning(refusal.reason(), refusal.message()));
            return;
        }
        initialize(pods.editStatus(pod,
                status -> SimulatedContainerStatusWriter.create(status, pod, machines.addressOf(node), now)));
    }

    /** Runs the GPU stack's init containers, which poll for what they wait for. */
    private void initialize(ObjectNode pod) throws SimulatedApiException {
        if (!pods.stack.containsPod(pod)) {
            sources.awaitMounts(pod, this::startNextInit);
            return;
        }
        int done = pods.stack.countReadyInits(pod);
        if (done == pod.path("spec").path("initContainers").size()) {
            schedulePull(pod);
            return;
        }
        if (SimulatedContainerStatusWriter.countCompletedInits(pod) != done
                || !SimulatedContainerStatusWriter.isInitRunning(pod, done)) {
            pods.editStatus(pod, status -> SimulatedContainerStatusWriter.advanceInits(status, pod, done, pods.now()));
        }
        pods.pollAfter(LOOKING, pod, this::initialize);
    }

    /** Continues what was under way when the cluster began, such as restarts of crashing containers. */
    private void resumeOld(ObjectNode pod) throws SimulatedApiException {
        var uid = SimulatedMetadata.uidOf(pod);
        stages.put(uid, PodStage.RUNNING);
        var waiting = pod.at("/status/containerStatuses/0/state/waiting/reason").asText();
        if (waiting.equals("CrashLoopBackOff")) {
            int dice = Math.floorMod(uid.hashCode(), (int) SimulatedContainerStatusWriter.LONGEST_DELAY.toSeconds());
            pods.runAfter(Duration.ofSeconds(dice), pod,
                    there -> restartContainers(there, SimulatedContainerExit.forAllContainers(1)));
        } else if (waiting.equals("PodInitializing") && !pods.stack.equals(SimulatedGpuStackBehavior.NONE)) {
            initialize(pod);
        }
    }

    private void schedulePull(ObjectNode pod) {
        int dice = Math.floorMod(SimulatedMetadata.uidOf(pod).hashCode(), 1800);
        pods.runAfter(Duration.ofMillis(700 + dice), pod, this::pullImages);
    }

    private void pullImages(ObjectNode pod) throws SimulatedApiException {
        var invalid = firstImage(pod, image -> ContainerImageNameValidator.problemText(image).isPresent());
        var missing = firstImage(pod, SimulatedContainerBehavior::isMissingImage);
        if (!invalid.isEmpty()) {
            var message = ("Failed to apply default image tag \"%s\": couldn't parse image name \"%s\": "
                    + "invalid reference format").formatted(invalid, invalid);
            pods.recordEvent(pod, SimulatedEvent.warning("InspectFailed", message));
            failImagePull(pod, "InvalidImageName", message);
        } else if (!missing.isEmpty()) {
            var message = pullErrorMessage(missing);
            pods.recordEvent(pod, SimulatedEvent.normal("Pulling", "Pulling image \"" + missing + "\""));
            pods.recordEvent(pod,
                    SimulatedEvent.warning("Failed", "Failed to pull image \"" + missing + "\": " + message));
            failImagePull(pod, "ErrImagePull", message);
            pods.runAfter(UNTIL_BACKOFF, pod, there -> backOffPull(there, missing));
        } else {
            runContainers(pod);
        }
    }

    private void failImagePull(ObjectNode pod, String reason, String message) throws SimulatedApiException {
        pods.recordEvent(pod, SimulatedEvent.warning("Failed", "Error: " + reason));
        pods.editStatus(pod, status -> SimulatedContainerStatusWriter.failImagePull(status, reason, message));
    }

    private void backOffPull(ObjectNode pod, String image) throws SimulatedApiException {
        var message = "Back-off pulling image \"" + image + "\"";
        pods.recordEvent(pod, SimulatedEvent.normal("BackOff", message));
        pods.editStatus(pod, status -> SimulatedContainerStatusWriter.failImagePull(status, "ImagePullBackOff",
                message + ": ErrImagePull: " + pullErrorMessage(image)));
    }

    private static String firstImage(ObjectNode pod, Predicate<String> such) {
        return pod.path("spec").path("containers").valueStream().map(container -> container.path("image").asText())
                .filter(such).findFirst().orElse("");
    }

    private static String pullErrorMessage(String image) {
        return ("rpc error: code = NotFound desc = failed to pull and unpack image \"%s\": failed to resolve reference "
                + "\"%s\": %s: not found").formatted(image, image, image);
    }

    private void runContainers(ObjectNode pod) throws SimulatedApiException {
        var uid = SimulatedMetadata.uidOf(pod);
        var node = pod.path("spec").path("nodeName").asText("");
        boolean hostNetwork = pod.path("spec").path("hostNetwork").asBoolean();
        var address = hostNetwork ? machines.addressOf(node) : machines.newPodAddress(node);
        boolean fails = failsAfterStart(pod);
        boolean probed = pod.path("spec").path("containers").findValue("readinessProbe") != null;
        var lacking = sources.unconfiguredContainers(pod);
        var now = pods.now();
        var begun = pods.editStatus(pod, status -> {
            SimulatedContainerStatusWriter.run(status, pod, address, lacking, now);
            if (!probed && !fails) {
                SimulatedContainerStatusWriter.setReady(status, now);
            }
        });
        stages.put(uid, PodStage.RUNNING);
        for (var container : pod.path("spec").path("containers")) {
            if (lacking.contains(container.path("name").asText())) {
                sources.awaitEnvironment(begun, container, there -> startLate(there, container));
            } else {
                containerStarted(pod, container);
            }
        }
        if (probed && !fails) {
            scheduleReadiness(pod);
        }
    }

    private void startLate(ObjectNode pod, JsonNode container) throws SimulatedApiException {
        pods.editStatus(pod, status -> SimulatedContainerStatusWriter.startLate(status, pod,
                container.path("name").asText(), pods.now()));
        containerStarted(pod, container);
        scheduleReadiness(pod);
    }

    /** Stops the containers of a deleted pod and then removes it. */
    void terminate(SimulatedCachedPod cachedPod) throws SimulatedApiException {
        var pod = pods.find(cachedPod.uid());
        if (pod == null) {
            return;
        }
        boolean runs = pod.path("status").path("phase").asText("").equals("Running");
        if (runs) {
            for (var container : pod.path("spec").path("containers")) {
                pods.recordEvent(pod,
                        SimulatedEvent.normal("Killing", "Stopping container " + container.path("name").asText()));
            }
        }
        var grace = Duration.ofSeconds(pod.path("metadata").path("deletionGracePeriodSeconds").asLong(30));
        loop.runAfter(delay(runs, grace), () -> removeUnlessHanging(cachedPod.uid()));
    }

    private static Duration delay(boolean runs, Duration grace) {
        if (!runs) {
            return Duration.ZERO;
        }
        return grace.compareTo(STOPPING) < 0 ? grace : STOPPING;
    }

    private void removeUnlessHanging(String uid) throws SimulatedApiException {
        var pod = pods.find(uid);
        if (pod != null && pods.stack.hangsOnDeletion(pod)) {
            loop.runAfter(HANGING, () -> removeUnlessHanging(uid));
        } else if (pod != null) {
            var deletion = pods.component.delete(pods.types.pods(), pod, SimulatedDeleteOptions.withGracePeriod(0));
            if (deletion.isRemoved()) {
                cache.removeDeleted(uid);
            } else {
                finishHeld(pod);
            }
        }
    }

    /** Marks a pod that a finalizer holds as ended. */
    private void finishHeld(ObjectNode pod) throws SimulatedApiException {
        if (List.of("Running", "Pending").contains(pod.path("status").path("phase").asText(""))) {
            pods.editStatus(pod, status -> SimulatedContainerStatusWriter.end(status, pod,
                    SimulatedContainerExit.forAllContainers(143), pods.now()));
        }
    }

    /** Returns why the node does not take a pod: devices, CPU and memory must be free, whatever bound it; null if it does. */
    private @Nullable AdmissionRefusal findRefusal(ObjectNode pod, String nodeName) {
        var node = pods.component.find(pods.types.nodes(), "", nodeName);
        if (node == null) {
            return null;
        }
        var unwilling = pods.stack.refusalText(pod, nodeName);
        if (unwilling.isPresent()) {
            return new AdmissionRefusal("UnexpectedAdmissionError", unwilling.get());
        }
        var allocatable = PodSchedulerRequests.parseAmounts(node.path("status").path("allocatable"));
        var used = ResourceAmounts.NONE;
        for (var cachedPod : cache.onNode(nodeName)) {
            if (!cachedPod.isTerminal() && !cachedPod.uid().equals(SimulatedMetadata.uidOf(pod))) {
                var other = pods.component.findPod(cachedPod);
                used = other == null ? used : used.plus(PodSchedulerRequests.effectiveRequests(other));
            }
        }
        var requested = PodSchedulerRequests.specRequests(pod);
        for (var name : requested.names()) {
            long free = allocatable.get(name) - used.get(name);
            if (requested.get(name) > 0 && requested.get(name) > free) {
                return newRefusal(name, requested.get(name), used.get(name), allocatable.get(name));
            }
        }
        return null;
    }

    private static AdmissionRefusal newRefusal(String name, long asked, long used, long capacity) {
        if (name.contains("/")) {
            return new AdmissionRefusal("UnexpectedAdmissionError",
                    ("Allocate failed due to requested number of devices "
                            + "unavailable for %s. Requested: %d, Available: %d, which is unexpected")
                            .formatted(name, asked, Math.max(0, capacity - used)));
        }
        return new AdmissionRefusal("OutOf" + name,
                "Node didn't have enough resource: %s, requested: %d, used: %d, capacity: %d".formatted(name, asked,
                        used, capacity));
    }

    /** Starts the next init container of a pod outside the GPU stack; they run one after the other. */
    private void startNextInit(ObjectNode pod) throws SimulatedApiException {
        int number = SimulatedContainerStatusWriter.nextInit(pod);
        var container = pod.path("spec").path("initContainers").path(number);
        if (container.isMissingNode()) {
            schedulePull(pod);
            return;
        }
        sources.awaitEnvironment(pod, container, there -> {
            startInit(there, number);
            if (PodResourceCalculator.isSidecar(container)) {
                pods.runAfter(INIT_NOTICE, there, this::startNextInit);
            }
        });
    }

    private void startInit(ObjectNode pod, int number) throws SimulatedApiException {
        var container = pod.path("spec").path("initContainers").path(number);
        pods.editStatus(pod, status -> SimulatedContainerStatusWriter.startInit(status, pod, number, pods.now()));
        pods.recordEvent(pod, SimulatedEvent.normal("Created", "Container created"));
        pods.recordEvent(pod, SimulatedEvent.normal("Started", "Container started"));
        if (!PodResourceCalculator.isSidecar(container)) {
            var behaviour = SimulatedContainerBehavior.ofInitContainer(container);
            if (behaviour.duration().isPresent()) {
                pods.runAfter(behaviour.duration().get(), pod, there -> endInit(there, number, behaviour.exit()));
            }
        }
    }

    private void endInit(ObjectNode pod, int number, SimulatedContainerExit exit) throws SimulatedApiException {
        var over = pods.editStatus(pod,
                status -> SimulatedContainerStatusWriter.endInit(status, pod, number, exit, pods.now()));
        if (exit.exitCode() == 0) {
            startNextInit(over);
        } else if (!pod.path("spec").path("restartPolicy").asText("").equals("Never")) {
            pods.runAfter(INIT_NOTICE, pod, there -> backOffInit(there, number));
        }
    }

    private void backOffInit(ObjectNode pod, int number) throws SimulatedApiException {
        var pause = SimulatedContainerStatusWriter
                .restartDelay(pod.path("status").path("initContainerStatuses").path(number));
        pods.editStatus(pod, status -> SimulatedContainerStatusWriter.backOffInit(status, pod, number, pause));
        pods.recordEvent(pod, SimulatedContainerStatusWriter.backOffEvent(pod,
                pod.path("spec").path("initContainers").path(number).path("name").asText()));
        pods.runAfter(pause, pod, there -> startInit(there, number));
    }

    private void containerStarted(ObjectNode pod, JsonNode container) {
        SimulatedContainerStatusWriter.startEvents(container).forEach(note -> pods.recordEvent(pod, note));
        scheduleEnd(pod, behaviourOf(pod, container), container.path("name").asText());
    }

    /** Returns whether the GPU stack lets a container of the pod fail. */
    private boolean failsAfterStart(ObjectNode pod) {
        return pod.path("spec").path("containers").valueStream()
                .anyMatch(container -> pods.stack.failsAfterStart(pod, container.path("name").asText()));
    }

    private void scheduleReadiness(ObjectNode pod) {
        pods.runAfter(PROBING, pod,
                there -> pods.editStatus(there, status -> SimulatedContainerStatusWriter.setReady(status, pods.now())));
    }

    private SimulatedContainerBehavior behaviourOf(ObjectNode pod, JsonNode container) {
        return pods.stack.failsAfterStart(pod, container.path("name").asText()) ? FAILING
                : SimulatedContainerBehavior.of(pod, container);
    }

    private void scheduleEnd(ObjectNode pod, SimulatedContainerBehavior behaviour, String container) {
        var exit = pods.stack.containsPod(pod) ? behaviour.exit() : behaviour.exit().forContainer(container);
        if (behaviour.duration().isPresent()) {
            pods.runAfter(behaviour.duration().get(), pod, there -> endContainers(there, exit));
        }
    }

    /** Ends containers, and the pod with them unless they restart. */
    private void endContainers(ObjectNode pod, SimulatedContainerExit exit) throws SimulatedApiException {
        var first = pod.path("spec").path("containers").path(0).path("name").asText("");
        var container = exit.container().isEmpty() ? first : exit.container();
        var state = SimulatedContainerStatusWriter.statusOf(pod, container).path("state");
        var phase = pod.path("status").path("phase").asText("");
        if (!state.has("running") || !Set.of("Running", "Pending").contains(phase)) {
            return;
        }
        var policy = pod.path("spec").path("restartPolicy").asText("");
        if (policy.equals("Never") || (policy.equals("OnFailure") && exit.exitCode() == 0)) {
            if (phase.equals("Pending")) {
                // It does not end before those have that are still to begin.
                pods.runAfter(PROBING, pod, there -> endContainers(there, exit));
                return;
            }
            pods.editStatus(pod, status -> SimulatedContainerStatusWriter.end(status, pod, exit, pods.now()));
            return;
        }
        var pause = SimulatedContainerStatusWriter
                .restartDelay(SimulatedContainerStatusWriter.statusOf(pod, container));
        pods.editStatus(pod, status -> SimulatedContainerStatusWriter.backOff(status, pod, exit, pause, pods.now()));
        pods.recordEvent(pod, SimulatedContainerStatusWriter.backOffEvent(pod, container));
        pods.runAfter(pause, pod, there -> restartContainers(there, exit));
    }

    private void restartContainers(ObjectNode pod, SimulatedContainerExit after) throws SimulatedApiException {
        pods.editStatus(pod, status -> SimulatedContainerStatusWriter.restart(status, pod, after, pods.now()));
        if (pods.stack.containsPod(pod)) {
            if (!failsAfterStart(pod)) {
                scheduleReadiness(pod);
            }
            pod.path("spec").path("containers")
                    .forEach(element -> scheduleEnd(pod, behaviourOf(pod, element), element.path("name").asText()));
            return;
        }
        for (var element : pod.path("spec").path("containers")) {
            if (after.concernsContainer(element.path("name").asText())) {
                var behaviour = behaviourOf(pod, element);
                // What crashed before the cluster began does so still, though its command does not tell.
                scheduleEnd(pod, behaviour.duration().isPresent() ? behaviour : CRASHING,
                        element.path("name").asText());
            }
        }
    }
}
