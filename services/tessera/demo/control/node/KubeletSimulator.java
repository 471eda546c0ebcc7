package tessera.demo.control.node;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.time.Duration;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import tessera.demo.control.loop.ControlComponent;
import tessera.demo.control.loop.ControlLoop;
import tessera.demo.control.loop.ControllerKinds;
import tessera.demo.control.loop.EventNote;
import tessera.demo.control.loop.KnownPods;
import tessera.demo.control.loop.PodCard;
import tessera.demo.object.ApiError;
import tessera.demo.store.StoreJson;

/** The kubelets of all nodes that have one: pods start, run, end and go. */
public final class KubeletSimulator {

    private static final Duration NOTICE = Duration.ofMillis(300);
    /** What waits for another pod of its node looks so often whether that is there. */
    private static final Duration LOOKING = Duration.ofSeconds(2);
    private static final Duration PROBING = Duration.ofSeconds(3);
    private static final Duration UNTIL_BACKOFF = Duration.ofSeconds(12);

    private final ControlLoop loop;
    private final ControllerKinds kinds;
    private final KnownPods pods;
    private final ControlComponent component;
    private final KubeletAdmission admission;
    private final ImagePulls pulls;
    private final PodTerminator farewells;
    private final NodeMachines machines;
    private final LookedAt waiting;
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

    public KubeletSimulator(ControlLoop loop, ControllerKinds kinds, KnownPods pods, NodeMachines machines) {
        this.loop = loop;
        this.kinds = kinds;
        this.pods = pods;
        this.machines = machines;
        component = new ControlComponent(loop, kinds, "kubelet", "kubelet");
        waiting = new LookedAt(loop.objects(), kinds.pods());
        admission = new KubeletAdmission(component, kinds, pods);
        pulls = new ImagePulls(component, kinds);
        later = new ScheduledSteps(loop, this::find);
        sources = new PodVolumeSources(component, kinds, later);
        running = new RunningContainers(component, kinds, pods, later);
        init = new InitContainers(pods, sources, this::pullSoon);
        farewells = new PodTerminator(loop, kinds, pods, component, this::find, this::hangs);
        pods.listen(this::changed);
    }

    private void changed(@Nullable PodCard before, @Nullable PodCard after) {
        if (after == null) {
            if (before != null) {
                stages.remove(before.uid());
                stopping.remove(before.uid());
            }
        } else if (!after.node().isEmpty() && machines.alive(after.node())) {
            boolean ends = after.deleting() && stopping.add(after.uid());
            if (ends) {
                loop.after(NOTICE, () -> farewells.stop(after));
            } else if (!after.deleting() && !after.over() && stages.putIfAbsent(after.uid(), PodStage.STARTING) == null
                    && !after.ready()) {
                loop.after(NOTICE, () -> begin(after.uid()));
            }
        }
    }

    /** Has a GPU stack decide when its pods start and whether they last. */
    public void heed(NodeStack nodeStack) {
        stack = nodeStack;
        running.heed(nodeStack);
    }

    /** Has the containers of a pod end with an error. */
    public void fail(String uid) throws ApiError {
        var pod = find(uid);
        if (pod != null) {
            running.finish(pod, ContainerEnding.all(1));
        }
    }

    /** Looks anew at what is to be done on a node, because its kubelet has come back. */
    public void resume(String node) {
        for (var card : pods.on(node)) {
            changed(card, card);
            if (!card.ready() && card.active()) {
                loop.after(PROBING, () -> recover(card.uid()));
            }
        }
    }

    /** What ran while nobody heard of it is ready again. */
    private void recover(String uid) throws ApiError {
        var pod = find(uid);
        if (pod != null && pod.at("/status/containerStatuses/0/state").has("running") && !running.fails(pod)) {
            pods.note(component.editStatus(kinds.pods(), pod,
                    status -> ContainerStatuses.ready(status, component.now())));
        }
    }

    private @Nullable ObjectNode find(String uid) {
        var card = pods.byUid(uid);
        return card == null || !machines.alive(card.node())
                ? null
                : component.find(kinds.pods(), card.namespace(), card.name());
    }

    private boolean hangs(ObjectNode pod) {
        return stack != null && stack.hangs(pod);
    }

    private void begin(String uid) throws ApiError {
        var pod = find(uid);
        if (pod == null || pod.path("metadata").hasNonNull("deletionTimestamp")) {
            return;
        }
        if (pod.path("status").has("containerStatuses")) {
            resumeOld(uid, pod);
            return;
        }
        var node = StoreJson.text(pod, "spec", "nodeName");
        var refusal = admission.refusal(pod, node, stack);
        var now = component.now();
        if (refusal != null) {
            component.editStatus(kinds.pods(), pod,
                    status -> ContainerStatuses.refuse(status, refusal.reason(),
                            "Pod was rejected: " + refusal.message(),
                            now));
            tell(pod, EventNote.warning(refusal.reason(), refusal.message()));
            return;
        }
        var created = component.editStatus(kinds.pods(), pod,
                status -> ContainerStatuses.create(status, pod, machines.address(node), now));
        pods.note(created);
        initialize(created);
    }

    /** Init containers of the GPU stack look again and again for what they wait for. */
    private void initialize(ObjectNode pod) throws ApiError {
        if (stack == null || !stack.holds(pod)) {
            sources.mount(pod, init::go);
            return;
        }
        var uid = StoreJson.text(pod, "metadata", "uid");
        int done = stack.initialized(pod);
        if (done == pod.path("spec").path("initContainers").size()) {
            pullSoon(pod);
            return;
        }
        if (InitStatuses.done(pod) != done || !InitStatuses.runs(pod, done)) {
            pods.note(component.editStatus(kinds.pods(), pod,
                    status -> InitStatuses.advance(status, pod, done, component.now())));
        }
        loop.after(LOOKING, () -> {
            var card = pods.byUid(uid);
            var seen = card == null || !machines.alive(card.node()) ? null : waiting.pod(card);
            if (seen != null && !seen.path("metadata").hasNonNull("deletionTimestamp")) {
                initialize(seen);
            }
        });
    }

    /** What was under way when the cluster began goes on: containers that crash are started again and again. */
    private void resumeOld(String uid, ObjectNode pod) throws ApiError {
        stages.put(uid, PodStage.RUNNING);
        var waiting = pod.at("/status/containerStatuses/0/state/waiting/reason").asText();
        if (waiting.equals("CrashLoopBackOff")) {
            int dice = Math.floorMod(uid.hashCode(), (int) RestartBackoff.LONGEST.toSeconds());
            later.after(Duration.ofSeconds(dice), uid, there -> running.restart(there, ContainerEnding.all(1)));
        } else if (waiting.equals("PodInitializing") && stack != null) {
            initialize(pod);
        }
    }

    private void pullSoon(ObjectNode pod) {
        var uid = StoreJson.text(pod, "metadata", "uid");
        later.after(Duration.ofMillis(700 + Math.floorMod(uid.hashCode(), 1800)), uid, this::pull);
    }

    private void pull(ObjectNode pod) throws ApiError {
        if (pulls.unreadable(pod)) {
            return;
        }
        if (pulls.fail(pod)) {
            later.after(UNTIL_BACKOFF, StoreJson.text(pod, "metadata", "uid"), pulls::backOff);
        } else {
            run(pod);
        }
    }

    private void run(ObjectNode pod) throws ApiError {
        var uid = StoreJson.text(pod, "metadata", "uid");
        var node = StoreJson.text(pod, "spec", "nodeName");
        boolean hostNetwork = pod.path("spec").path("hostNetwork").asBoolean();
        var address = hostNetwork ? machines.address(node) : machines.newPodAddress(node);
        boolean fails = running.fails(pod);
        boolean probed = pod.path("spec").path("containers").findValue("readinessProbe") != null;
        var lacking = sources.unconfigured(pod);
        var now = component.now();
        var begun = component.editStatus(kinds.pods(), pod, status -> {
            ContainerStatuses.run(status, pod, address, lacking, now);
            if (!probed && !fails) {
                ContainerStatuses.ready(status, now);
            }
        });
        pods.note(begun);
        stages.put(uid, PodStage.RUNNING);
        for (var container : pod.path("spec").path("containers")) {
            if (lacking.contains(container.path("name").asText())) {
                sources.configure(begun, container, there -> join(there, container));
            } else {
                running.started(pod, container);
            }
        }
        if (probed && !fails) {
            running.readyLater(uid);
        }
    }

    private void join(ObjectNode pod, JsonNode container) throws ApiError {
        pods.note(component.editStatus(kinds.pods(), pod,
                status -> ContainerStatuses.join(status, pod, container.path("name").asText(), component.now())));
        running.started(pod, container);
        running.readyLater(StoreJson.text(pod, "metadata", "uid"));
    }

    private void tell(ObjectNode pod, EventNote note) {
        component.tell(kinds.pods(), pod, note.on(StoreJson.text(pod, "spec", "nodeName")));
    }
}
