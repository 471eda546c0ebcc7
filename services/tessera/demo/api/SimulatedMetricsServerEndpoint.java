package tessera.demo.api;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.util.Locale;
import java.util.Optional;
import tessera.demo.api.kubelet.SimulatedKubeletDialer;
import tessera.demo.api.kubelet.SimulatedResourceUsage;
import tessera.demo.object.SimulatedApiException;
import tessera.demo.object.SimulatedApiException.ErrorSubject;
import tessera.demo.object.SimulatedMetadata;
import tessera.demo.object.SimulatedTimestampFormat;
import tessera.demo.store.SimulatedStoreJsonCodec;
import tessera.demo.store.select.SimulatedListObjectFilter;

/** Resource usage of nodes and pods as metrics-server reports it, for those whose kubelets respond. */
record SimulatedMetricsServerEndpoint(SimulatedKubeletDialer kubelets) {

    private static final String GROUP = "metrics.k8s.io";
    private static final double NANO = 1e9;
    private static final long KIBIBYTE = 1024;

    void answerNodes(SimulatedAuthenticatedRequest call) throws IOException, SimulatedApiException {
        answerMetrics(call, "nodes", "NodeMetrics");
    }

    void answerPods(SimulatedAuthenticatedRequest call) throws IOException, SimulatedApiException {
        answerMetrics(call, "pods", "PodMetrics");
    }

    private void answerMetrics(SimulatedAuthenticatedRequest call, String plural, String kind)
            throws IOException, SimulatedApiException {
        if (!call.info().name().isEmpty()) {
            SimulatedApiResponseWriter.writeTree(call, 200, findMetrics(call, plural, kind));
            return;
        }
        var type = call.storedObjects().catalog().get(plural);
        var options = SimulatedListQueryOptions.parse(call.queryParameters(), false);
        var list = SimulatedStoreJsonCodec.newObject().put("kind", kind + "List").put("apiVersion", GROUP + "/v1beta1");
        list.putObject("metadata");
        var items = list.putArray("items");
        for (var object : call.storedObjects().list(type, SimulatedListObjectFilter.parse(call.info().namespace(),
                options.labelSelector(), options.fieldSelector(), type))) {
            measureUsage(object).ifPresent(usage -> items.add(metricsOf(object, usage)));
        }
        SimulatedApiResponseWriter.writeTree(call, 200, list);
    }

    /** Returns the usage of a node, or of the containers of a pod; empty where nobody answers or nothing runs. */
    private Optional<SimulatedResourceUsage> measureUsage(ObjectNode object) {
        var node = SimulatedStoreJsonCodec.textAt(object, "spec", "nodeName");
        return kubelets.dial(node.isEmpty() ? SimulatedMetadata.nameOf(object) : node)
                .map(kubelet -> kubelet.measureUsage(object)).filter(usage -> !usage.containers().isEmpty());
    }

    private ObjectNode findMetrics(SimulatedAuthenticatedRequest call, String plural, String kind)
            throws SimulatedApiException {
        var type = call.storedObjects().catalog().get(plural);
        var namespace = call.info().namespace();
        var name = call.info().name();
        var object = call.storedObjects().find(type, namespace, name);
        var usage = Optional.ofNullable(object).flatMap(this::measureUsage);
        if (object == null || usage.isEmpty()) {
            throw SimulatedApiException.notFound(new ErrorSubject(GROUP, kind.toLowerCase(Locale.ROOT),
                    namespace.isEmpty() ? name : namespace + "/" + name));
        }
        var answer = SimulatedStoreJsonCodec.newObject().put("kind", kind).put("apiVersion", GROUP + "/v1beta1");
        answer.setAll(metricsOf(object, usage.get()));
        return answer;
    }

    private static ObjectNode metricsOf(ObjectNode object, SimulatedResourceUsage usage) {
        var told = SimulatedStoreJsonCodec.newObject();
        var metadata = told.putObject("metadata").put("name", SimulatedMetadata.nameOf(object));
        var namespace = SimulatedMetadata.namespaceOf(object);
        if (!namespace.isEmpty()) {
            metadata.put("namespace", namespace);
        }
        metadata.put("creationTimestamp", SimulatedTimestampFormat.secondsText(usage.at()));
        if (object.path("metadata").has("labels")) {
            metadata.set("labels", object.path("metadata").path("labels"));
        }
        told.put("timestamp", SimulatedTimestampFormat.secondsText(usage.at())).put("window",
                usage.window().toSeconds() + "s");
        if (namespace.isEmpty()) {
            told.set("usage", usageOf(usage.containers().getFirst()));
        } else {
            var containers = told.putArray("containers");
            usage.containers()
                    .forEach(part -> containers.addObject().put("name", part.container()).set("usage", usageOf(part)));
        }
        return told;
    }

    private static ObjectNode usageOf(SimulatedResourceUsage.ContainerUsage part) {
        return SimulatedStoreJsonCodec.newObject().put("cpu", Math.round(part.cores() * NANO) + "n").put("memory",
                part.bytes() / KIBIBYTE + "Ki");
    }
}
