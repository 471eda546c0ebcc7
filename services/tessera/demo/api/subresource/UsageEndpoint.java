package tessera.demo.api.subresource;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.util.Locale;
import tessera.demo.api.call.ApiCall;
import tessera.demo.api.call.ResponseWriter;
import tessera.demo.api.kubelet.KubeletEndpoint;
import tessera.demo.api.kubelet.MeasuredUsage;
import tessera.demo.api.request.ListOptions;
import tessera.demo.object.ApiError;
import tessera.demo.object.ApiError.ErrorSubject;
import tessera.demo.store.StoreJson;
import tessera.demo.store.objects.ObjectTimes;
import tessera.demo.store.select.ObjectSelection;

/** Resource usage of nodes and pods as metrics-server reports it, for those whose kubelets respond. */
public final class UsageEndpoint {

    private static final String GROUP = "metrics.k8s.io";
    private static final double NANO = 1e9;
    private static final long KIBIBYTE = 1024;

    private final KubeletEndpoint kubelet;

    public UsageEndpoint(KubeletEndpoint kubelet) {
        this.kubelet = kubelet;
    }

    public void answerNodes(ApiCall call) throws IOException, ApiError {
        answerMetrics(call, "nodes", "NodeMetrics");
    }

    public void answerPods(ApiCall call) throws IOException, ApiError {
        answerMetrics(call, "pods", "PodMetrics");
    }

    private void answerMetrics(ApiCall call, String plural, String kind) throws IOException, ApiError {
        if (!call.info().name().isEmpty()) {
            ResponseWriter.writeTree(call, 200, findMetrics(call, plural, kind));
            return;
        }
        var type = call.storedObjects().catalog().get(plural);
        var options = ListOptions.parse(call.queryParameters(), false);
        var list = StoreJson.newObject().put("kind", kind + "List").put("apiVersion", GROUP + "/v1beta1");
        list.putObject("metadata");
        var items = list.putArray("items");
        for (var object : call.storedObjects().list(type, ObjectSelection.parse(call.info().namespace(),
                options.labelSelector(), options.fieldSelector(), type))) {
            var usage = kubelet.measureUsage(object);
            if (!usage.containers().isEmpty()) {
                items.add(metricsOf(object, usage));
            }
        }
        ResponseWriter.writeTree(call, 200, list);
    }

    private ObjectNode findMetrics(ApiCall call, String plural, String kind) throws ApiError {
        var type = call.storedObjects().catalog().get(plural);
        var namespace = call.info().namespace();
        var name = call.info().name();
        var object = call.storedObjects().find(type, namespace, name);
        var usage = object == null ? null : kubelet.measureUsage(object);
        if (object == null || usage == null || usage.containers().isEmpty()) {
            throw ApiError.notFound(new ErrorSubject(GROUP, kind.toLowerCase(Locale.ROOT),
                    namespace.isEmpty() ? name : namespace + "/" + name));
        }
        var answer = StoreJson.newObject().put("kind", kind).put("apiVersion", GROUP + "/v1beta1");
        answer.setAll(metricsOf(object, usage));
        return answer;
    }

    private static ObjectNode metricsOf(ObjectNode object, MeasuredUsage usage) {
        var told = StoreJson.newObject();
        var metadata = told.putObject("metadata").put("name", StoreJson.textAt(object, "metadata", "name"));
        var namespace = StoreJson.textAt(object, "metadata", "namespace");
        if (!namespace.isEmpty()) {
            metadata.put("namespace", namespace);
        }
        metadata.put("creationTimestamp", ObjectTimes.secondsText(usage.at()));
        if (object.path("metadata").has("labels")) {
            metadata.set("labels", object.path("metadata").path("labels"));
        }
        told.put("timestamp", ObjectTimes.secondsText(usage.at())).put("window", usage.window().toSeconds() + "s");
        if (namespace.isEmpty()) {
            told.set("usage", usageOf(usage.containers().getFirst()));
        } else {
            var containers = told.putArray("containers");
            usage.containers().forEach(part -> containers.addObject().put("name", part.container())
                    .set("usage", usageOf(part)));
        }
        return told;
    }

    private static ObjectNode usageOf(MeasuredUsage.ContainerUsage part) {
        return StoreJson.newObject().put("cpu", Math.round(part.cores() * NANO) + "n")
                .put("memory", part.bytes() / KIBIBYTE + "Ki");
    }
}
