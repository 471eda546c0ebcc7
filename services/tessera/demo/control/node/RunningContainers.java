package tessera.demo.control.node;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.time.Duration;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import tessera.demo.control.loop.ControlComponent;
import tessera.demo.control.loop.ControllerKinds;
import tessera.demo.control.loop.EventNote;
import tessera.demo.control.loop.KnownPods;
import tessera.demo.object.ApiError;
import tessera.demo.store.StoreJson;

/** The containers of pods once they have begun: they do what their command says, end, and start again. */
final class RunningContainers {

    private static final ContainerBehaviour CRASHING = ContainerBehaviour.ends(Duration.ofSeconds(21), 1);
    private static final ContainerBehaviour FAILING = ContainerBehaviour.ends(Duration.ofSeconds(4), 1);
    private static final Duration PROBING = Duration.ofSeconds(3);

    private final ControlComponent component;
    private final ControllerKinds kinds;
    private final KnownPods pods;
    private final ScheduledSteps later;
    private @Nullable NodeStack stack;

    RunningContainers(ControlComponent component, ControllerKinds kinds, KnownPods pods, ScheduledSteps later) {
        this.component = component;
        this.kinds = kinds;
        this.pods = pods;
        this.later = later;
    }

    /** Has a GPU stack decide whether they last. */
    void heed(NodeStack nodeStack) {
        stack = nodeStack;
    }

    /** One has begun. */
    void started(ObjectNode pod, JsonNode container) {
        ContainerStatuses.begun(container).forEach(note -> tell(pod, note));
        schedule(pod, behaviour(pod, container), container.path("name").asText());
    }

    /** Whether the GPU stack has a container of the pod end with an error. */
    boolean fails(ObjectNode pod) {
        return stack != null && pod.path("spec").path("containers").valueStream()
                .anyMatch(container -> stack.fails(pod, container.path("name").asText()));
    }

    /** Its containers are asked after a while whether they are ready. */
    void readyLater(String uid) {
        later.after(PROBING, uid, pod -> pods.note(component.editStatus(kinds.pods(), pod,
                status -> ContainerStatuses.ready(status, component.now()))));
    }

    private ContainerBehaviour behaviour(ObjectNode pod, JsonNode container) {
        boolean fails = stack != null && stack.fails(pod, container.path("name").asText());
        return fails ? FAILING : ContainerBehaviour.of(pod, container);
    }

    private void schedule(ObjectNode pod, ContainerBehaviour behaviour, String container) {
        var how = stack != null && stack.holds(pod) ? behaviour.how() : behaviour.how().of(container);
        behaviour.lasts().ifPresent(lasts -> later.after(lasts, StoreJson.text(pod, "metadata", "uid"),
                there -> finish(there, how)));
    }

    /** Containers end; the pod with them, unless they are to start again. */
    void finish(ObjectNode pod, ContainerEnding how) throws ApiError {
        var first = StoreJson.text(pod.path("spec").path("containers").path(0), "name");
        var container = how.container().isEmpty() ? first : how.container();
        var state = ContainerStatuses.of(pod, container).path("state");
        var phase = StoreJson.text(pod, "status", "phase");
        if (!state.has("running") || !Set.of("Running", "Pending").contains(phase)) {
            return;
        }
        var policy = StoreJson.text(pod, "spec", "restartPolicy");
        if (policy.equals("Never") || (policy.equals("OnFailure") && how.exitCode() == 0)) {
            if (phase.equals("Pending")) {
                // It does not end before those have that are still to begin.
                later.after(PROBING, StoreJson.text(pod, "metadata", "uid"), there -> finish(there, how));
                return;
            }
            pods.note(component.editStatus(kinds.pods(), pod,
                    status -> ContainerStatuses.end(status, pod, how, component.now())));
            return;
        }
        var pause = RestartBackoff.after(ContainerStatuses.of(pod, container));
        component.editStatus(kinds.pods(), pod,
                status -> ContainerStatuses.backOff(status, pod, how, pause, component.now()));
        tell(pod, ContainerStatuses.backedOff(pod, container));
        later.after(pause, StoreJson.text(pod, "metadata", "uid"), there -> restart(there, how));
    }

    /** Those that ended start again. */
    void restart(ObjectNode pod, ContainerEnding after) throws ApiError {
        component.editStatus(kinds.pods(), pod,
                status -> ContainerStatuses.restart(status, pod, after, component.now()));
        if (stack != null && stack.holds(pod)) {
            if (!fails(pod)) {
                readyLater(StoreJson.text(pod, "metadata", "uid"));
            }
            pod.path("spec").path("containers")
                    .forEach(each -> schedule(pod, behaviour(pod, each), each.path("name").asText()));
            return;
        }
        for (var each : pod.path("spec").path("containers")) {
            if (after.concerns(each.path("name").asText())) {
                var behaviour = behaviour(pod, each);
                // What crashed before the cluster began does so still, though its command does not tell.
                schedule(pod, behaviour.lasts().isPresent() ? behaviour : CRASHING, each.path("name").asText());
            }
        }
    }

    private void tell(ObjectNode pod, EventNote note) {
        component.tell(kinds.pods(), pod, note.on(StoreJson.text(pod, "spec", "nodeName")));
    }
}
