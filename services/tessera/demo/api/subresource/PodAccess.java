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

/** Lookup of the pod, container and node that a request addresses. */
final class PodAccess {

    private PodAccess() {}

    static ObjectNode findPod(ApiCall call) throws ApiError {
        return call.storedObjects()
                .get(WriteTarget.of(call.storedObjects().catalog().get("pods"), call.info().namespace(),
                        call.info().name()));
    }

    /** Returns the node to which the pod is bound. That it does not exist is said as if the pod did not. */
    static ObjectNode findNode(ApiCall call, ObjectNode pod) throws ApiError {
        var name = StoreJson.textAt(pod, "spec", "nodeName");
        var node = call.storedObjects().find(call.storedObjects().catalog().get("nodes"), "", name);
        if (node == null) {
            throw ApiError.notFound(new ErrorSubject("", "pods", name));
        }
        return node;
    }

    /** Returns the name of the addressed container; it must be given if the pod has several. */
    static String containerName(ObjectNode pod, String wanted) throws ApiError {
        var name = StoreJson.textAt(pod, "metadata", "name");
        var containers = namesOf(pod.path("spec").path("containers"));
        var initial = namesOf(pod.path("spec").path("initContainers"));
        if (!wanted.isEmpty()) {
            var temporary = namesOf(pod.path("spec").path("ephemeralContainers"));
            if (containers.contains(wanted) || initial.contains(wanted) || temporary.contains(wanted)) {
                return wanted;
            }
            throw ApiError.badRequest("container " + wanted + " is not valid for pod " + name);
        }
        if (containers.size() == 1 && initial.isEmpty()) {
            return containers.getFirst();
        }
        var choice = "a container name must be specified for pod " + name + ", choose one of: " + joinNames(containers);
        throw ApiError
                .badRequest(
                        initial.isEmpty() ? choice : choice + " or one of the init containers: " + joinNames(initial));
    }

    private static String joinNames(List<String> names) {
        return "[" + String.join(" ", names) + "]";
    }

    private static List<String> namesOf(JsonNode containers) {
        var names = new ArrayList<String>();
        containers.forEach(container -> names.add(StoreJson.textAt(container, "name")));
        return names;
    }

    static void checkBound(ObjectNode pod) throws ApiError {
        if (StoreJson.textAt(pod, "spec", "nodeName").isEmpty()) {
            throw ApiError
                    .badRequest("pod " + StoreJson.textAt(pod, "metadata", "name") + " does not have a host assigned");
        }
    }

    /** Returns the error for a client that does not request a WebSocket. */
    static ApiError upgradeError(ApiCall call, ObjectNode node, KubeletEndpoint kubelet) throws ApiError {
        var upgrade = call.request().headers().firstValue("Upgrade", "").toLowerCase(Locale.ROOT);
        if (upgrade.isEmpty()) {
            return ApiError.badRequest("Upgrade request required");
        }
        return kubelet instanceof UnreachableNodes
                ? UnreachableNodes.connectionError(node)
                : ApiError.badRequest("unable to upgrade: the simulated server speaks WebSocket, not " + upgrade);
    }
}
