package tessera.demo.control.node;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.time.Duration;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import tessera.demo.control.loop.CachedPod;
import tessera.demo.control.loop.ControlComponent;
import tessera.demo.control.loop.ControlLoop;
import tessera.demo.control.loop.ControllerKinds;
import tessera.demo.control.loop.ControllerPodCache;
import tessera.demo.control.loop.EventNote;
import tessera.demo.object.ApiError;
import tessera.demo.store.StoreJson;

/** The kubelets of all nodes that have one: pods start, run, end and are removed. */
public final class KubeletSimulator {

    private static final Duration NOTICE = Duration.ofMillis(300);
    /** What waits for another pod of its node looks so often whether that is there. */
    private static final Duration LOOKING = Duration.ofSeconds(2);
    private static final Duration PROBING = Duration.ofSeconds(3);
    private static final Duration UNTIL_BACKOFF = Duration.ofSeconds(12);

    private final ControlLoop loop;
    private final ControllerKinds kinds;
    private final ControllerPodCache pods;
    private final ControlComponent component;
    private final KubeletAdmission admission;
    private final ImagePulls pulls;
    private final PodTerminator farewells;
    private final NodeMachines machines;
    private final PodReadCache waiting;
    /** Pods that something is under way for, by uid. */
    private final Map<String, PodStage> stages = new HashMap<>();
    private final Set<String> stopping = new HashSet<>();
    private final ScheduledSteps later;
    private final InitContainers init;
    private final PodVolumeSources sources;
    private final RunningContainers running;
    private @Nullable NodeStack stack;

    private enum PodStage {
        STARTING,
        RUNNING
    }

    public KubeletSimulator(ControlLoop loop, ControllerKinds kinds, ControllerPodCache pods, NodeMachines machines) {
        this.loop = loop;
        this.kinds = kinds;
        this.pods = pods;
        this.machines = machines;
        component = new ControlComponent(loop, kinds, "kubelet", "kubelet");
        waiting = new PodReadCache(loop.objects(), kinds.pods());
        admission = new KubeletAdmission(component, kinds, pods);
        pulls = new ImagePulls(component, kinds);
        later = new ScheduledSteps(loop, this::findOnLiveNode);
        sources = new PodVolumeSources(component, kinds, later);
        running = new RunningContainers(component, kinds, pods, later);
        init = new InitContainers(pods, sources, this::schedulePull);
        farewells = new PodTerminator(loop, kinds, pods, component, this::findOnLiveNode, this::hangsOnDeletion);
        pods.addListener(this::podChanged);
    }

    private void podChanged(@Nullable CachedPod before, @Nullable CachedPod after) {
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
    public void setNodeStack(NodeStack nodeStack) {
        stack = nodeStack;
        running.setNodeStack(nodeStack);
    }

    /** Ends the containers of a pod with an error. */
    public void failPod(String uid) throws ApiError {
        var pod = findOnLiveNode(uid);
        if (pod != null) {
            running.endContainers(pod, ContainerExit.forAllContainers(1));
        }
    }

    /** Resumes the work on a node whose kubelet has returned. */
    public void resumeNode(String node) {
        for (var card : pods.onNode(node)) {
            podChanged(card, card);
            if (!card.ready() && card.isActive()) {
                loop.runAfter(PROBING, () -> recoverPod(card.uid()));
            }
        }
    }

    /** Marks a pod as ready again that ran while its node was unreachable. */
    private void recoverPod(String uid) throws ApiError {
        var pod = findOnLiveNode(uid);
        if (pod != null && pod.at("/status/containerStatuses/0/state").has("running")
                && !running.failsAfterStart(pod)) {
            pods.addWritten(component.editStatus(kinds.pods(), pod,
                    status -> ContainerStatuses.setReady(status, component.now())));
        }
    }

    private @Nullable ObjectNode findOnLiveNode(String uid) {
        var card = pods.byUid(uid);
        return card == null || !machines.isAlive(card.nodeName())
                ? null
                : component.find(kinds.pods(), card.namespace(), card.name());
    }

    private boolean hangsOnDeletion(ObjectNode pod) {
        return stack != null && stack.hangsOnDeletion(pod);
    }

    private void beginPod(String uid) throws ApiError {
        var pod = findOnLiveNode(uid);
        if (pod == null || pod.path("metadata").hasNonNull("deletionTimestamp")) {
            return;
        }
        if (pod.path("status").has("containerStatuses")) {
            resumeOld(uid, pod);
            return;
        }
        var node = StoreJson.textAt(pod, "spec", "nodeName");
        var refusal = admission.findRefusal(pod, node, stack);
        var now = component.now();
        if (refusal != null) {
            component.editStatus(kinds.pods(), pod,
                    status -> ContainerStatuses.refuse(status, refusal.reason(),
                            "Pod was rejected: " + refusal.message(),
                            now));
            recordEvent(pod, EventNote.warningEvent(refusal.reason(), refusal.message()));
            return;
        }
        var created = component.editStatus(kinds.pods(), pod,
                status -> ContainerStatuses.create(status, pod, machines.addressOf(node), now));
        pods.addWritten(created);
        initialize(created);
    }

    /** Runs the GPU stack's init containers, which poll for what they wait for. */
    private void initialize(ObjectNode pod) throws ApiError {
        if (stack == null || !stack.containsPod(pod)) {
            sources.awaitMounts(pod, init::startNext);
            return;
        }
        var uid = StoreJson.textAt(pod, "metadata", "uid");
        int done = stack.countReadyInits(pod);
        if (done == pod.path("spec").path("initContainers").size()) {
            schedulePull(pod);
            return;
        }
        if (InitStatuses.countCompleted(pod) != done || !InitStatuses.isRunning(pod, done)) {
            pods.addWritten(component.editStatus(kinds.pods(), pod,
                    status -> InitStatuses.advance(status, pod, done, component.now())));
        }
        loop.runAfter(LOOKING, () -> {
            var card = pods.byUid(uid);
            var seen = card == null || !machines.isAlive(card.nodeName()) ? null : waiting.currentPod(card);
            if (seen != null && !seen.path("metadata").hasNonNull("deletionTimestamp")) {
                initialize(seen);
            }
        });
    }

    /** Continues what was under way when the cluster began, such as restarts of crashing containers. */
    private void resumeOld(String uid, ObjectNode pod) throws ApiError {
        stages.put(uid, PodStage.RUNNING);
        var waiting = pod.at("/status/containerStatuses/0/state/waiting/reason").asText();
        if (waiting.equals("CrashLoopBackOff")) {
            int dice = Math.floorMod(uid.hashCode(), (int) RestartBackoff.LONGEST.toSeconds());
            later.runAfter(Duration.ofSeconds(dice), uid,
                    there -> running.restartContainers(there, ContainerExit.forAllContainers(1)));
        } else if (waiting.equals("PodInitializing") && stack != null) {
            initialize(pod);
        }
    }

    private void schedulePull(ObjectNode pod) {
        var uid = StoreJson.textAt(pod, "metadata", "uid");
        later.runAfter(Duration.ofMillis(700 + Math.floorMod(uid.hashCode(), 1800)), uid, this::pullImages);
    }

    private void pullImages(ObjectNode pod) throws ApiError {
        if (pulls.hasInvalidImageName(pod)) {
            return;
        }
        if (pulls.failsToPull(pod)) {
            later.runAfter(UNTIL_BACKOFF, StoreJson.textAt(pod, "metadata", "uid"), pulls::backOff);
        } else {
            runContainers(pod);
        }
    }

    private void runContainers(ObjectNode pod) throws ApiError {
        var uid = StoreJson.textAt(pod, "metadata", "uid");
        var node = StoreJson.textAt(pod, "spec", "nodeName");
        boolean hostNetwork = pod.path("spec").path("hostNetwork").asBoolean();
        var address = hostNetwork ? machines.addressOf(node) : machines.newPodAddress(node);
        boolean fails = running.failsAfterStart(pod);
        boolean probed = pod.path("spec").path("containers").findValue("readinessProbe") != null;
        var lacking = sources.unconfiguredContainers(pod);
        var now = component.now();
        var begun = component.editStatus(kinds.pods(), pod, status -> {
            ContainerStatuses.run(status, pod, address, lacking, now);
            if (!probed && !fails) {
                ContainerStatuses.setReady(status, now);
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

    private void startLate(ObjectNode pod, JsonNode container) throws ApiError {
        pods.addWritten(component.editStatus(kinds.pods(), pod,
                status -> ContainerStatuses.startLate(status, pod, container.path("name").asText(), component.now())));
        running.containerStarted(pod, container);
        running.scheduleReadiness(StoreJson.textAt(pod, "metadata", "uid"));
    }

    private void recordEvent(ObjectNode pod, EventNote note) {
        component.recordEvent(kinds.pods(), pod, note.onNode(StoreJson.textAt(pod, "spec", "nodeName")));
    }
}
