package tessera.demo.api.subresource;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import tessera.demo.api.call.SimulatedApiCall;
import tessera.demo.api.kubelet.SimulatedKubeletEndpoint;
import tessera.demo.api.kubelet.SimulatedUnreachableKubelet;
import tessera.demo.object.SimulatedApiError;
import tessera.demo.object.SimulatedApiError.ErrorSubject;
import tessera.demo.store.SimulatedStoreJsonCodec;
import tessera.demo.store.objects.ObjectWriteTarget;

/** Lookup of the pod, container and node that a request addresses. */
final class SimulatedRequestPodLookup {

    private SimulatedRequestPodLookup() {}

    static ObjectNode findPod(SimulatedApiCall call) throws SimulatedApiError {
        return call.storedObjects()
                .get(ObjectWriteTarget.of(call.storedObjects().catalog().get("pods"), call.info().namespace(),
                        call.info().name()));
    }

    /** Returns the node to which the pod is bound. That it does not exist is said as if the pod did not. */
    static ObjectNode findNode(SimulatedApiCall call, ObjectNode pod) throws SimulatedApiError {
        var name = SimulatedStoreJsonCodec.textAt(pod, "spec", "nodeName");
        var node = call.storedObjects().find(call.storedObjects().catalog().get("nodes"), "", name);
        if (node == null) {
            throw SimulatedApiError.notFound(new ErrorSubject("", "pods", name));
        }
        return node;
    }

    /** Returns the name of the addressed container; it must be given if the pod has several. */
    static String containerName(ObjectNode pod, String wanted) throws SimulatedApiError {
        var name = SimulatedStoreJsonCodec.textAt(pod, "metadata", "name");
        var containers = namesOf(pod.path("spec").path("containers"));
        var initial = namesOf(pod.path("spec").path("initContainers"));
        if (!wanted.isEmpty()) {
            var temporary = namesOf(pod.path("spec").path("ephemeralContainers"));
            if (containers.contains(wanted) || initial.contains(wanted) || temporary.contains(wanted)) {
                return wanted;
            }
            throw SimulatedApiError.badRequest("container " + wanted + " is not valid for pod " + name);
        }
        if (containers.size() == 1 && initial.isEmpty()) {
            return containers.getFirst();
        }
        var choice = "a container name must be specified for pod " + name + ", choose one of: " + joinNames(containers);
        throw SimulatedApiError
                .badRequest(
                        initial.isEmpty() ? choice : choice + " or one of the init containers: " + joinNames(initial));
    }

    private static String joinNames(List<String> names) {
        return "[" + String.join(" ", names) + "]";
    }

    private static List<String> namesOf(JsonNode containers) {
        var names = new ArrayList<String>();
        containers.forEach(container -> names.add(SimulatedStoreJsonCodec.textAt(container, "name")));
        return names;
    }

    static void checkBound(ObjectNode pod) throws SimulatedApiError {
        if (SimulatedStoreJsonCodec.textAt(pod, "spec", "nodeName").isEmpty()) {
            throw SimulatedApiError
                    .badRequest("pod " + SimulatedStoreJsonCodec.textAt(pod, "metadata", "name")
                            + " does not have a host assigned");
        }
    }

    /** Returns the error for a client that does not request a WebSocket. */
    static SimulatedApiError upgradeError(SimulatedApiCall call, ObjectNode node, SimulatedKubeletEndpoint kubelet)
            throws SimulatedApiError {
        var upgrade = call.request().headers().firstValue("Upgrade", "").toLowerCase(Locale.ROOT);
        if (upgrade.isEmpty()) {
            return SimulatedApiError.badRequest("Upgrade request required");
        }
        return kubelet instanceof SimulatedUnreachableKubelet
                ? SimulatedUnreachableKubelet.connectionError(node)
                : SimulatedApiError
                        .badRequest("unable to upgrade: the simulated server speaks WebSocket, not " + upgrade);
    }
}
