package tessera.demo.api.subresource;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import tessera.demo.api.call.Call;
import tessera.demo.api.kubelet.Kubelet;
import tessera.demo.api.kubelet.Unreachable;
import tessera.demo.object.ApiError;
import tessera.demo.object.ApiError.Subject;
import tessera.demo.store.Json;
import tessera.demo.store.objects.Target;

/** Finds the pod, the container and the node that a request is about. */
final class PodAccess {

    private PodAccess() {}

    static ObjectNode pod(Call call) throws ApiError {
        return call.objects()
                .get(Target.of(call.objects().catalog().get("pods"), call.info().namespace(), call.info().name()));
    }

    /** The node a pod is bound to. That it does not exist is said as if the pod did not. */
    static ObjectNode node(Call call, ObjectNode pod) throws ApiError {
        var name = Json.text(pod, "spec", "nodeName");
        var node = call.objects().find(call.objects().catalog().get("nodes"), "", name);
        if (node == null) {
            throw ApiError.notFound(new Subject("", "pods", name));
        }
        return node;
    }

    /** The container that is meant; one must be named if there are several. */
    static String container(ObjectNode pod, String wanted) throws ApiError {
        var name = Json.text(pod, "metadata", "name");
        var containers = names(pod.path("spec").path("containers"));
        var initial = names(pod.path("spec").path("initContainers"));
        if (!wanted.isEmpty()) {
            var temporary = names(pod.path("spec").path("ephemeralContainers"));
            if (containers.contains(wanted) || initial.contains(wanted) || temporary.contains(wanted)) {
                return wanted;
            }
            throw ApiError.badRequest("container " + wanted + " is not valid for pod " + name);
        }
        if (containers.size() == 1 && initial.isEmpty()) {
            return containers.getFirst();
        }
        var choice = "a container name must be specified for pod " + name + ", choose one of: " + list(containers);
        throw ApiError
                .badRequest(initial.isEmpty() ? choice : choice + " or one of the init containers: " + list(initial));
    }

    private static String list(List<String> names) {
        return "[" + String.join(" ", names) + "]";
    }

    private static List<String> names(JsonNode containers) {
        var names = new ArrayList<String>();
        containers.forEach(container -> names.add(Json.text(container, "name")));
        return names;
    }

    static void checkBound(ObjectNode pod) throws ApiError {
        if (Json.text(pod, "spec", "nodeName").isEmpty()) {
            throw ApiError.badRequest("pod " + Json.text(pod, "metadata", "name") + " does not have a host assigned");
        }
    }

    /** What a client is told that does not ask for a WebSocket. */
    static ApiError refusal(Call call, ObjectNode node, Kubelet kubelet) throws ApiError {
        var upgrade = call.request().headers().first("Upgrade", "").toLowerCase(Locale.ROOT);
        if (upgrade.isEmpty()) {
            return ApiError.badRequest("Upgrade request required");
        }
        return kubelet instanceof Unreachable
                ? Unreachable.dialled(node)
                : ApiError.badRequest("unable to upgrade: the simulated server speaks WebSocket, not " + upgrade);
    }
}
