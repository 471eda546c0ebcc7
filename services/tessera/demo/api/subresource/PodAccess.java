package tessera.demo.api.subresource;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import tessera.demo.api.call.ApiCall;
import tessera.demo.api.kubelet.KubeletEndpoint;
import tessera.demo.api.kubelet.UnreachableNodes;
import tessera.demo.object.ApiError;
import tessera.demo.object.ApiError.ErrorSubject;
import tessera.demo.store.StoreJson;
import tessera.demo.store.objects.WriteTarget;

/** Finds the pod, the container and the node that a request is about. */
final class PodAccess {

    private PodAccess() {}

    static ObjectNode pod(ApiCall call) throws ApiError {
        return call.objects()
                .get(WriteTarget.of(call.objects().catalog().get("pods"), call.info().namespace(), call.info().name()));
    }

    /** The node a pod is bound to. That it does not exist is said as if the pod did not. */
    static ObjectNode node(ApiCall call, ObjectNode pod) throws ApiError {
        var name = StoreJson.text(pod, "spec", "nodeName");
        var node = call.objects().find(call.objects().catalog().get("nodes"), "", name);
        if (node == null) {
            throw ApiError.notFound(new ErrorSubject("", "pods", name));
        }
        return node;
    }

    /** The container that is meant; one must be named if there are several. */
    static String container(ObjectNode pod, String wanted) throws ApiError {
        var name = StoreJson.text(pod, "metadata", "name");
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
        containers.forEach(container -> names.add(StoreJson.text(container, "name")));
        return names;
    }

    static void checkBound(ObjectNode pod) throws ApiError {
        if (StoreJson.text(pod, "spec", "nodeName").isEmpty()) {
            throw ApiError
                    .badRequest("pod " + StoreJson.text(pod, "metadata", "name") + " does not have a host assigned");
        }
    }

    /** What a client is told that does not ask for a WebSocket. */
    static ApiError refusal(ApiCall call, ObjectNode node, KubeletEndpoint kubelet) throws ApiError {
        var upgrade = call.request().headers().first("Upgrade", "").toLowerCase(Locale.ROOT);
        if (upgrade.isEmpty()) {
            return ApiError.badRequest("Upgrade request required");
        }
        return kubelet instanceof UnreachableNodes
                ? UnreachableNodes.dialled(node)
                : ApiError.badRequest("unable to upgrade: the simulated server speaks WebSocket, not " + upgrade);
    }
}
