package tessera.demo.api;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import tessera.demo.api.kubelet.SimulatedKubeletConnectionErrors;
import tessera.demo.api.kubelet.SimulatedKubeletDialer;
import tessera.demo.object.SimulatedApiException;
import tessera.demo.object.SimulatedApiException.ErrorSubject;
import tessera.demo.object.SimulatedMetadata;
import tessera.demo.store.SimulatedStoreJsonCodec;
import tessera.demo.store.objects.SimulatedObjectWriteTarget;

/** Lookup of the pod, container and node that a request addresses. */
final class SimulatedRequestPodLookup {

    private SimulatedRequestPodLookup() {}

    static ObjectNode findPod(SimulatedAuthenticatedRequest call) throws SimulatedApiException {
        return call.storedObjects().get(SimulatedObjectWriteTarget.of(call.storedObjects().catalog().get("pods"),
                call.info().namespace(), call.info().name()));
    }

    /** Returns the node to which the pod is bound. That it does not exist is said as if the pod did not. */
    static ObjectNode findNode(SimulatedAuthenticatedRequest call, ObjectNode pod) throws SimulatedApiException {
        var name = SimulatedStoreJsonCodec.textAt(pod, "spec", "nodeName");
        var node = call.storedObjects().find(call.storedObjects().catalog().get("nodes"), "", name);
        if (node == null) {
            throw SimulatedApiException.notFound(new ErrorSubject("", "pods", name));
        }
        return node;
    }

    /** Returns the name of the addressed container; it must be given if the pod has several. */
    static String containerName(ObjectNode pod, String wanted) throws SimulatedApiException {
        var name = SimulatedMetadata.nameOf(pod);
        var containers = namesOf(pod.path("spec").path("containers"));
        var initial = namesOf(pod.path("spec").path("initContainers"));
        if (!wanted.isEmpty()) {
            var temporary = namesOf(pod.path("spec").path("ephemeralContainers"));
            if (containers.contains(wanted) || initial.contains(wanted) || temporary.contains(wanted)) {
                return wanted;
            }
            throw SimulatedApiException.badRequest("container " + wanted + " is not valid for pod " + name);
        }
        if (containers.size() == 1 && initial.isEmpty()) {
            return containers.getFirst();
        }
        var choice = "a container name must be specified for pod " + name + ", choose one of: " + joinNames(containers);
        throw SimulatedApiException.badRequest(
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

    static void checkBound(ObjectNode pod) throws SimulatedApiException {
        if (SimulatedStoreJsonCodec.textAt(pod, "spec", "nodeName").isEmpty()) {
            throw SimulatedApiException
                    .badRequest("pod " + SimulatedMetadata.nameOf(pod) + " does not have a host assigned");
        }
    }

    static SimulatedApiException upgradeError(SimulatedAuthenticatedRequest call, ObjectNode node,
            SimulatedKubeletDialer kubelets) throws SimulatedApiException {
        var upgrade = call.request().headers().firstValue("Upgrade", "").toLowerCase(Locale.ROOT);
        if (upgrade.isEmpty()) {
            return SimulatedApiException.badRequest("Upgrade request required");
        }
        if (kubelets.dial(SimulatedMetadata.nameOf(node)).isEmpty()) {
            return SimulatedKubeletConnectionErrors.forwardError(node);
        }
        return SimulatedApiException
                .badRequest("unable to upgrade: the simulated server speaks WebSocket, not " + upgrade);
    }
}
