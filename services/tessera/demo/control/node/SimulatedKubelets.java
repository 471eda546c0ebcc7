package tessera.demo.control.node;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.time.Duration;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import tessera.demo.control.loop.SimulatedControlLoop;
import tessera.demo.control.loop.SimulatedControlPlaneComponent;
import tessera.demo.control.loop.SimulatedControllerCachedPod;
import tessera.demo.control.loop.SimulatedControllerPodCache;
import tessera.demo.control.loop.SimulatedControllerResourceTypes;
import tessera.demo.control.loop.SimulatedEventContent;
import tessera.demo.object.SimulatedApiException;
import tessera.demo.store.SimulatedStoreJsonCodec;
import tessera.kube.requests.PodResourceCalculator;

/** The kubelets of all nodes that have one: pods start, run, end and are removed. */
public final class SimulatedKubelets {

    private static final Duration NOTICE = Duration.ofMillis(300);
    /** What waits for another pod of its node looks so often whether that is there. */
    private static final Duration LOOKING = Duration.ofSeconds(2);
    private static final Duration PROBING = Duration.ofSeconds(3);
    private static final Duration UNTIL_BACKOFF = Duration.ofSeconds(12);

    private final SimulatedControlLoop loop;
    private final SimulatedControllerResourceTypes types;
    private final SimulatedControllerPodCache pods;
    private final SimulatedControlPlaneComponent component;
    private final SimulatedKubeletAdmission admission;
    private final SimulatedPullFailureReporter pulls;
    private final SimulatedPodTerminator farewells;
    private final SimulatedKubeletHeartbeats machines;
    private final SimulatedDecodedPodCache waiting;
    /** Pods that something is under way for, by uid. */
    private final Map<String, PodStage> stages = new HashMap<>();
    private final Set<String> stopping = new HashSet<>();
    private final SimulatedKubeletStepScheduler delayedSteps;
    private final SimulatedInitContainerRunner init;
    private final SimulatedPodConfigReferences sources;
    private final SimulatedContainerRuntime running;
    private @Nullable SimulatedGpuStackBehavior stack;

    private enum PodStage {
        STARTING,
        RUNNING
    }

    public SimulatedKubelets(SimulatedControlLoop loop, SimulatedControllerResourceTypes types,
            SimulatedControllerPodCache pods,
            SimulatedKubeletHeartbeats machines) {
        this.loop = loop;
        this.types = types;
        this.pods = pods;
        this.machines = machines;
        component = new SimulatedControlPlaneComponent(loop, types, "kubelet", "kubelet");
        waiting = new SimulatedDecodedPodCache(loop.objects(), types.pods());
        admission = new SimulatedKubeletAdmission(component, types, pods);
        pulls = new SimulatedPullFailureReporter(component, types);
        delayedSteps = new SimulatedKubeletStepScheduler(loop, this::findOnLiveNode);
        sources = new SimulatedPodConfigReferences(component, types, delayedSteps);
        running = new SimulatedContainerRuntime(component, types, pods, delayedSteps);
        init = new SimulatedInitContainerRunner(pods, sources, this::schedulePull);
        farewells = new SimulatedPodTerminator(loop, types, pods, component, this::findOnLiveNode,
                this::hangsOnDeletion);
        pods.addListener(this::podChanged);
    }

    private void podChanged(@Nullable SimulatedControllerCachedPod before,
            @Nullable SimulatedControllerCachedPod after) {
        if (after == null) {
            if (before != null) {
                stages.remove(before.uid());
                stopping.remove(before.uid());
            }
        } else if (!after.nodeName().isEmpty() && machines.isAlive(after.nodeName())) {
            boolean ends = after.deleting() && stopping.add(after.uid());
            if (ends) {
                loop.runAfter(NOTICE, () -> farewells.terminate(after));
            } else if (!after.deleting() && !after.isTerminal()
                    && stages.putIfAbsent(after.uid(), PodStage.STARTING) == null
                    && !after.ready()) {
                loop.runAfter(NOTICE, () -> beginPod(after.uid()));
            }
        }
    }

    /** Sets the GPU stack that decides when its pods start and whether they fail. */
    public void setNodeStack(SimulatedGpuStackBehavior nodeStack) {
        stack = nodeStack;
        running.setNodeStack(nodeStack);
    }

    /** Ends the containers of a pod with an error. */
    public void failPod(String uid) throws SimulatedApiException {
        var pod = findOnLiveNode(uid);
        if (pod != null) {
            running.endContainers(pod, SimulatedContainerExit.forAllContainers(1));
        }
    }

    /** Resumes the work on a node whose kubelet has returned. */
    public void resumeNode(String node) {
        for (var cachedPod : pods.onNode(node)) {
            podChanged(cachedPod, cachedPod);
            if (!cachedPod.ready() && cachedPod.isActive()) {
                loop.runAfter(PROBING, () -> recoverPod(cachedPod.uid()));
            }
        }
    }

    /** Marks a pod as ready again that ran while its node was unreachable. */
    private void recoverPod(String uid) throws SimulatedApiException {
        var pod = findOnLiveNode(uid);
        if (pod != null && pod.at("/status/containerStatuses/0/state").has("running")
                && !running.failsAfterStart(pod)) {
            pods.addWritten(component.editStatus(types.pods(), pod,
                    status -> SimulatedContainerStatusWriter.setReady(status, component.now())));
        }
    }

    private @Nullable ObjectNode findOnLiveNode(String uid) {
        var cachedPod = pods.byUid(uid);
        if (cachedPod == null || !machines.isAlive(cachedPod.nodeName())) {
            return null;
        }
        return component.find(types.pods(), cachedPod.namespace(), cachedPod.name());
    }

    private boolean hangsOnDeletion(ObjectNode pod) {
        return stack != null && stack.hangsOnDeletion(pod);
    }

    private void beginPod(String uid) throws SimulatedApiException {
        var pod = findOnLiveNode(uid);
        if (pod == null || pod.path("metadata").hasNonNull("deletionTimestamp")) {
            return;
        }
        if (pod.path("status").has("containerStatuses")) {
            resumeOld(uid, pod);
            return;
        }
        var node = SimulatedStoreJsonCodec.textAt(pod, "spec", "nodeName");
        var refusal = admission.findRefusal(pod, node, stack);
        var now = component.now();
        if (refusal != null) {
            component.editStatus(types.pods(), pod,
                    status -> SimulatedContainerStatusWriter.refuse(status, refusal.reason(),
                            "Pod was rejected: " + refusal.message(),
                            now));
            recordEvent(pod, SimulatedEventContent.warningEvent(refusal.reason(), refusal.message()));
            return;
        }
        var created = component.editStatus(types.pods(), pod,
                status -> SimulatedContainerStatusWriter.create(status, pod, machines.addressOf(node), now));
        pods.addWritten(created);
        initialize(created);
    }

    /** Runs the GPU stack's init containers, which poll for what they wait for. */
    private void initialize(ObjectNode pod) throws SimulatedApiException {
        if (stack == null || !stack.containsPod(pod)) {
            sources.awaitMounts(pod, init::startNext);
            return;
        }
        var uid = SimulatedStoreJsonCodec.textAt(pod, "metadata", "uid");
        int done = stack.countReadyInits(pod);
        if (done == pod.path("spec").path("initContainers").size()) {
            schedulePull(pod);
            return;
        }
        if (SimulatedInitContainerStatusWriter.countCompleted(pod) != done
                || !SimulatedInitContainerStatusWriter.isRunning(pod, done)) {
            pods.addWritten(component.editStatus(types.pods(), pod,
                    status -> SimulatedInitContainerStatusWriter.advance(status, pod, done, component.now())));
        }
        loop.runAfter(LOOKING, () -> {
            var cachedPod = pods.byUid(uid);
            var seen = cachedPod == null || !machines.isAlive(cachedPod.nodeName()) ? null
                    : waiting.currentPod(cachedPod);
            if (seen != null && !seen.path("metadata").hasNonNull("deletionTimestamp")) {
                initialize(seen);
            }
        });
    }

    /** Continues what was under way when the cluster began, such as restarts of crashing containers. */
    private void resumeOld(String uid, ObjectNode pod) throws SimulatedApiException {
        stages.put(uid, PodStage.RUNNING);
        var waiting = pod.at("/status/containerStatuses/0/state/waiting/reason").asText();
        if (waiting.equals("CrashLoopBackOff")) {
            int dice = Math.floorMod(uid.hashCode(), (int) SimulatedRestartBackoff.LONGEST.toSeconds());
            delayedSteps.runAfter(Duration.ofSeconds(dice), uid,
                    there -> running.restartContainers(there, SimulatedContainerExit.forAllContainers(1)));
        } else if (waiting.equals("PodInitializing") && stack != null) {
            initialize(pod);
        }
    }

    private void schedulePull(ObjectNode pod) {
        var uid = SimulatedStoreJsonCodec.textAt(pod, "metadata", "uid");
        delayedSteps.runAfter(Duration.ofMillis(700 + Math.floorMod(uid.hashCode(), 1800)), uid, this::pullImages);
    }

    private void pullImages(ObjectNode pod) throws SimulatedApiException {
        if (pulls.hasInvalidImageName(pod)) {
            return;
        }
        if (pulls.failsToPull(pod)) {
            delayedSteps.runAfter(UNTIL_BACKOFF, SimulatedStoreJsonCodec.textAt(pod, "metadata", "uid"),
                    pulls::backOff);
        } else {
            runContainers(pod);
        }
    }

    private void runContainers(ObjectNode pod) throws SimulatedApiException {
        var uid = SimulatedStoreJsonCodec.textAt(pod, "metadata", "uid");
        var node = SimulatedStoreJsonCodec.textAt(pod, "spec", "nodeName");
        boolean hostNetwork = pod.path("spec").path("hostNetwork").asBoolean();
        var address = hostNetwork ? machines.addressOf(node) : machines.newPodAddress(node);
        boolean fails = running.failsAfterStart(pod);
        boolean probed = pod.path("spec").path("containers").findValue("readinessProbe") != null;
        var lacking = sources.unconfiguredContainers(pod);
        var now = component.now();
        var begun = component.editStatus(types.pods(), pod, status -> {
            SimulatedContainerStatusWriter.run(status, pod, address, lacking, now);
            if (!probed && !fails) {
                SimulatedContainerStatusWriter.setReady(status, now);
            }
        });
        pods.addWritten(begun);
        stages.put(uid, PodStage.RUNNING);
        for (var container : pod.path("spec").path("containers")) {
            if (lacking.contains(container.path("name").asText())) {
                sources.awaitEnvironment(begun, container, there -> startLate(there, container));
            } else {
                running.containerStarted(pod, container);
            }
        }
        if (probed && !fails) {
            running.scheduleReadiness(uid);
        }
    }

    private void startLate(ObjectNode pod, JsonNode container) throws SimulatedApiException {
        pods.addWritten(component.editStatus(types.pods(), pod,
                status -> SimulatedContainerStatusWriter.startLate(status, pod, container.path("name").asText(),
                        component.now())));
        running.containerStarted(pod, container);
        running.scheduleReadiness(SimulatedStoreJsonCodec.textAt(pod, "metadata", "uid"));
    }

    private void recordEvent(ObjectNode pod, SimulatedEventContent note) {
        component.recordEvent(types.pods(), pod, note.onNode(SimulatedStoreJsonCodec.textAt(pod, "spec", "nodeName")));
    }

    /** The init containers of pods outside the GPU stack, run one after the other as their commands say. */
    private static final class SimulatedInitContainerRunner {

        private static final Duration NOTICE = Duration.ofSeconds(1);

        private final SimulatedControlPlaneComponent component;
        private final SimulatedControllerResourceTypes types;
        private final SimulatedControllerPodCache pods;
        private final SimulatedKubeletStepScheduler delayedSteps;
        private final SimulatedPodConfigReferences sources;
        private final SimulatedKubeletStepScheduler.DelayedStep done;

        /** @param done taken when all of a pod have ended well */
        SimulatedInitContainerRunner(SimulatedControllerPodCache pods, SimulatedPodConfigReferences sources,
                SimulatedKubeletStepScheduler.DelayedStep done) {
            this.component = sources.component();
            this.types = sources.types();
            this.pods = pods;
            this.delayedSteps = sources.steps();
            this.sources = sources;
            this.done = done;
        }

        /** Starts the next init container. */
        void startNext(ObjectNode pod) throws SimulatedApiException {
            int number = SimulatedInitContainerStatusWriter.nextIndex(pod);
            var container = pod.path("spec").path("initContainers").path(number);
            if (container.isMissingNode()) {
                done.perform(pod);
                return;
            }
            sources.awaitEnvironment(pod, container, there -> {
                startContainer(there, number);
                if (PodResourceCalculator.isSidecar(container)) {
                    delayedSteps.runAfter(NOTICE, uidOf(there), this::startNext);
                }
            });
        }

        private void startContainer(ObjectNode pod, int number) throws SimulatedApiException {
            var container = pod.path("spec").path("initContainers").path(number);
            pods.addWritten(component.editStatus(types.pods(), pod,
                    status -> SimulatedInitContainerStatusWriter.start(status, pod, number, component.now())));
            recordEvent(pod, SimulatedEventContent.normalEvent("Created", "Container created"));
            recordEvent(pod, SimulatedEventContent.normalEvent("Started", "Container started"));
            if (!PodResourceCalculator.isSidecar(container)) {
                var behaviour = SimulatedContainerBehavior.ofInitContainer(container);
                var lasts = behaviour.duration().orElse(null);
                if (lasts != null) {
                    delayedSteps.runAfter(lasts, uidOf(pod), there -> endContainer(there, number, behaviour.exit()));
                }
            }
        }

        private void endContainer(ObjectNode pod, int number, SimulatedContainerExit exit)
                throws SimulatedApiException {
            var over = component.editStatus(types.pods(), pod,
                    status -> SimulatedInitContainerStatusWriter.end(status, pod, number, exit, component.now()));
            pods.addWritten(over);
            if (exit.exitCode() == 0) {
                startNext(over);
            } else if (!SimulatedStoreJsonCodec.textAt(pod, "spec", "restartPolicy").equals("Never")) {
                delayedSteps.runAfter(NOTICE, uidOf(pod), there -> backOff(there, number));
            }
        }

        private void backOff(ObjectNode pod, int number) throws SimulatedApiException {
            var pause = SimulatedRestartBackoff
                    .delayAfter(pod.path("status").path("initContainerStatuses").path(number));
            var container = containerName(pod, number);
            component.editStatus(types.pods(), pod,
                    status -> SimulatedInitContainerStatusWriter.backOff(status, pod, number, pause));
            recordEvent(pod, SimulatedContainerStatusWriter.backOffEvent(pod, container));
            delayedSteps.runAfter(pause, uidOf(pod), there -> startContainer(there, number));
        }

        private static String containerName(JsonNode pod, int number) {
            return pod.path("spec").path("initContainers").path(number).path("name").asText();
        }

        private static String uidOf(JsonNode pod) {
            return SimulatedStoreJsonCodec.textAt(pod, "metadata", "uid");
        }

        private void recordEvent(ObjectNode pod, SimulatedEventContent note) {
            component.recordEvent(types.pods(), pod,
                    note.onNode(SimulatedStoreJsonCodec.textAt(pod, "spec", "nodeName")));
        }
    }
}
