package tessera.demo.control.node;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.time.Duration;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import tessera.demo.control.loop.Component;
import tessera.demo.control.loop.Kinds;
import tessera.demo.control.loop.Loop;
import tessera.demo.control.loop.Note;
import tessera.demo.control.loop.PodCard;
import tessera.demo.control.loop.Pods;
import tessera.demo.control.loop.Task;
import tessera.demo.object.ApiError;
import tessera.demo.store.Json;
import tessera.demo.store.objects.DeleteOptions;

/** The kubelets of all nodes that have one: pods start, run, end and go. */
public final class Kubelets {

    private static final Duration NOTICE = Duration.ofMillis(300);
    private static final Duration STOPPING = Duration.ofMillis(1200);
    private static final Duration PROBING = Duration.ofSeconds(3);
    private static final Duration FIRST_BACKOFF = Duration.ofSeconds(10);
    private static final Duration LONGEST_BACKOFF = Duration.ofMinutes(5);

    private final Loop loop;
    private final Kinds kinds;
    private final Pods pods;
    private final Component component;
    private final Admission admission;
    private final Machines machines;
    /** Pods that something is under way for, by uid. */
    private final Map<String, Stage> stages = new HashMap<>();
    private final Set<String> stopping = new HashSet<>();

    private enum Stage {
        STARTING,
        RUNNING
    }

    public Kubelets(Loop loop, Kinds kinds, Pods pods, Machines machines) {
        this.loop = loop;
        this.kinds = kinds;
        this.pods = pods;
        this.machines = machines;
        component = new Component(loop, kinds, "kubelet", "kubelet");
        admission = new Admission(component, kinds, pods);
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
                loop.after(NOTICE, () -> stop(after));
            } else if (!after.deleting() && !after.over() && stages.putIfAbsent(after.uid(), Stage.STARTING) == null
                    && !after.ready()) {
                loop.after(NOTICE, () -> begin(after.uid()));
            }
        }
    }

    /** Looks anew at what is to be done on a node, because its kubelet has come back. */
    public void resume(String node) {
        pods.on(node).forEach(card -> changed(card, card));
    }

    private @Nullable ObjectNode find(String uid) {
        var card = pods.byUid(uid);
        return card == null || !machines.alive(card.node())
                ? null
                : component.find(kinds.pods(), card.namespace(), card.name());
    }

    /** Runs a step unless the pod has gone or is going meanwhile. */
    private void after(Duration delay, String uid, Step step) {
        loop.after(delay, () -> {
            var pod = find(uid);
            if (pod != null && !pod.path("metadata").hasNonNull("deletionTimestamp")) {
                step.take(pod);
            }
        });
    }

    @FunctionalInterface
    private interface Step {
        void take(ObjectNode pod) throws ApiError;
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
        var node = Json.text(pod, "spec", "nodeName");
        var refusal = admission.refusal(pod, node);
        var now = component.now();
        if (refusal != null) {
            component.editStatus(kinds.pods(), pod,
                    status -> Containers.refuse(status, refusal.reason(), "Pod was rejected: " + refusal.message(),
                            now));
            tell(pod, Note.warning(refusal.reason(), refusal.message()));
            return;
        }
        var created = component.editStatus(kinds.pods(), pod,
                status -> Containers.create(status, pod, machines.address(node), now));
        pods.note(created);
        if (machines.driverless(node) && waitsForDriver(pod)) {
            return;
        }
        int dice = Math.floorMod(uid.hashCode(), 1800);
        after(Duration.ofMillis(700 + dice), uid, this::pull);
    }

    /** What was under way when the cluster began goes on: containers that crash are started again and again. */
    private void resumeOld(String uid, ObjectNode pod) {
        stages.put(uid, Stage.RUNNING);
        var waiting = pod.at("/status/containerStatuses/0/state/waiting/reason").asText();
        if (waiting.equals("CrashLoopBackOff")) {
            int dice = Math.floorMod(uid.hashCode(), (int) LONGEST_BACKOFF.toSeconds());
            after(Duration.ofSeconds(dice), uid, this::restart);
        }
    }

    /** The operands of the GPU stack have an init container that waits for the driver. */
    private static boolean waitsForDriver(JsonNode pod) {
        return pod.path("spec").path("initContainers").path(0).path("name").asText().endsWith("-validation");
    }

    private void pull(ObjectNode pod) throws ApiError {
        for (var container : pod.path("spec").path("containers")) {
            var image = container.path("image").asText();
            if (Behaviour.imageMissing(image)) {
                var message = ("rpc error: code = NotFound desc = failed to pull and unpack image \"%s\": failed to "
                        + "resolve reference \"%s\": %s: not found").formatted(image, image, image);
                tell(pod, Note.normal("Pulling", "Pulling image \"" + image + "\""));
                tell(pod, Note.warning("Failed", "Failed to pull image \"" + image + "\": " + message));
                tell(pod, Note.warning("Failed", "Error: ErrImagePull"));
                component.editStatus(kinds.pods(), pod,
                        status -> Containers.pullFails(status, "ErrImagePull", message));
                after(Duration.ofSeconds(12), Json.text(pod, "metadata", "uid"), later -> {
                    tell(later, Note.normal("BackOff", "Back-off pulling image \"" + image + "\""));
                    component.editStatus(kinds.pods(), later, status -> Containers.pullFails(status,
                            "ImagePullBackOff", "Back-off pulling image \"" + image + "\": ErrImagePull: " + message));
                });
                return;
            }
        }
        run(pod);
    }

    private void run(ObjectNode pod) throws ApiError {
        var uid = Json.text(pod, "metadata", "uid");
        var node = Json.text(pod, "spec", "nodeName");
        boolean hostNetwork = pod.path("spec").path("hostNetwork").asBoolean();
        var address = hostNetwork ? machines.address(node) : machines.newPodAddress(node);
        boolean probed = pod.path("spec").path("containers").findValue("readinessProbe") != null;
        var now = component.now();
        var running = component.editStatus(kinds.pods(), pod, status -> {
            Containers.run(status, pod, address, now);
            if (!probed) {
                Containers.ready(status, now);
            }
        });
        pods.note(running);
        stages.put(uid, Stage.RUNNING);
        for (var container : pod.path("spec").path("containers")) {
            var name = container.path("name").asText();
            tell(pod, Note.normal("Pulled", "Container image \"%s\" already present on machine"
                    .formatted(container.path("image").asText())));
            tell(pod, Note.normal("Created", "Container created"));
            tell(pod, Note.normal("Started", "Container started"));
            schedule(uid, Behaviour.of(pod, container, machines.driverless(node)), name);
        }
        if (probed) {
            after(PROBING, uid, later -> component.editStatus(kinds.pods(), later,
                    status -> Containers.ready(status, component.now())));
        }
    }

    private void schedule(String uid, Behaviour behaviour, String container) {
        behaviour.lasts().ifPresent(lasts -> after(lasts, uid, pod -> finish(pod, behaviour.exitCode(), container)));
    }

    private void finish(ObjectNode pod, int exitCode, String container) throws ApiError {
        if (!Json.text(pod, "status", "phase").equals("Running")) {
            return;
        }
        var policy = Json.text(pod, "spec", "restartPolicy");
        if (policy.equals("Never") || (policy.equals("OnFailure") && exitCode == 0)) {
            pods.note(component.editStatus(kinds.pods(), pod,
                    status -> Containers.end(status, pod, exitCode, component.now())));
            return;
        }
        int restarts = pod.at("/status/containerStatuses/0/restartCount").asInt();
        var pause = FIRST_BACKOFF.multipliedBy(1L << Math.min(restarts, 5));
        var capped = pause.compareTo(LONGEST_BACKOFF) > 0 ? LONGEST_BACKOFF : pause;
        component.editStatus(kinds.pods(), pod,
                status -> Containers.backOff(status, pod, exitCode, text(capped), component.now()));
        tell(pod, Note.warning("BackOff", "Back-off restarting failed container %s in pod %s_%s(%s)".formatted(
                container, Json.text(pod, "metadata", "name"), Json.text(pod, "metadata", "namespace"),
                Json.text(pod, "metadata", "uid"))));
        after(capped, Json.text(pod, "metadata", "uid"), this::restart);
    }

    private static String text(Duration pause) {
        return pause.toMinutes() > 0
                ? pause.toMinutes() + "m" + pause.toSecondsPart() + "s"
                : pause.toSeconds() + "s";
    }

    private void restart(ObjectNode pod) throws ApiError {
        component.editStatus(kinds.pods(), pod, status -> Containers.restart(status, pod, component.now()));
        var uid = Json.text(pod, "metadata", "uid");
        var container = pod.path("spec").path("containers").path(0);
        var node = Json.text(pod, "spec", "nodeName");
        var behaviour = Behaviour.of(pod, container, machines.driverless(node));
        // What crashed before the cluster began does so still, though its command does not tell.
        schedule(uid, behaviour.lasts().isPresent() ? behaviour
                : new Behaviour(
                        java.util.Optional.of(Duration.ofSeconds(21)), 1),
                container.path("name").asText());
    }

    private void stop(PodCard card) throws ApiError {
        var pod = find(card.uid());
        if (pod == null) {
            return;
        }
        boolean runs = Json.text(pod, "status", "phase").equals("Running");
        if (runs) {
            for (var container : pod.path("spec").path("containers")) {
                tell(pod, Note.normal("Killing", "Stopping container " + container.path("name").asText()));
            }
        }
        long grace = pod.path("metadata").path("deletionGracePeriodSeconds").asLong(30);
        var patience = Duration.ofSeconds(grace);
        Task gone = () -> goes(card.uid());
        loop.after(!runs ? Duration.ZERO : patience.compareTo(STOPPING) < 0 ? patience : STOPPING, gone);
    }

    private void goes(String uid) throws ApiError {
        var pod = find(uid);
        if (pod != null) {
            var deletion = component.delete(kinds.pods(), pod, DeleteOptions.grace(0));
            if (deletion.gone()) {
                pods.noteGone(uid);
            } else {
                finishHeld(pod);
            }
        }
    }

    /** A pod that a finalizer holds shows at least that it has ended. */
    private void finishHeld(ObjectNode pod) throws ApiError {
        if (List.of("Running", "Pending").contains(Json.text(pod, "status", "phase"))) {
            pods.note(component.editStatus(kinds.pods(), pod,
                    status -> Containers.end(status, pod, 143, component.now())));
        }
    }

    private void tell(ObjectNode pod, Note note) {
        component.tell(kinds.pods(), pod, note.on(Json.text(pod, "spec", "nodeName")));
    }
}
