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

/** What a metrics server tells of nodes and pods, of those whose kubelets answer. */
public final class UsageEndpoint {

    private static final String GROUP = "metrics.k8s.io";
    private static final double NANO = 1e9;
    private static final long KIBIBYTE = 1024;

    private final KubeletEndpoint kubelet;

    public UsageEndpoint(KubeletEndpoint kubelet) {
        this.kubelet = kubelet;
    }

    public void nodes(ApiCall call) throws IOException, ApiError {
        answer(call, "nodes", "NodeMetrics");
    }

    public void pods(ApiCall call) throws IOException, ApiError {
        answer(call, "pods", "PodMetrics");
    }

    private void answer(ApiCall call, String plural, String kind) throws IOException, ApiError {
        if (!call.info().name().isEmpty()) {
            ResponseWriter.tree(call, 200, one(call, plural, kind));
            return;
        }
        var type = call.objects().catalog().get(plural);
        var options = ListOptions.parse(call.query(), false);
        var list = StoreJson.object().put("kind", kind + "List").put("apiVersion", GROUP + "/v1beta1");
        list.putObject("metadata");
        var items = list.putArray("items");
        for (var object : call.objects().list(type, ObjectSelection.parse(call.info().namespace(),
                options.labelSelector(), options.fieldSelector(), type))) {
            var usage = kubelet.usage(object);
            if (!usage.parts().isEmpty()) {
                items.add(told(object, usage));
            }
        }
        ResponseWriter.tree(call, 200, list);
    }

    private ObjectNode one(ApiCall call, String plural, String kind) throws ApiError {
        var type = call.objects().catalog().get(plural);
        var namespace = call.info().namespace();
        var name = call.info().name();
        var object = call.objects().find(type, namespace, name);
        var usage = object == null ? null : kubelet.usage(object);
        if (object == null || usage == null || usage.parts().isEmpty()) {
            throw ApiError.notFound(new ErrorSubject(GROUP, kind.toLowerCase(Locale.ROOT),
                    namespace.isEmpty() ? name : namespace + "/" + name));
        }
        var answer = StoreJson.object().put("kind", kind).put("apiVersion", GROUP + "/v1beta1");
        answer.setAll(told(object, usage));
        return answer;
    }

    private static ObjectNode told(ObjectNode object, MeasuredUsage usage) {
        var told = StoreJson.object();
        var metadata = told.putObject("metadata").put("name", StoreJson.text(object, "metadata", "name"));
        var namespace = StoreJson.text(object, "metadata", "namespace");
        if (!namespace.isEmpty()) {
            metadata.put("namespace", namespace);
        }
        metadata.put("creationTimestamp", ObjectTimes.seconds(usage.at()));
        if (object.path("metadata").has("labels")) {
            metadata.set("labels", object.path("metadata").path("labels"));
        }
        told.put("timestamp", ObjectTimes.seconds(usage.at())).put("window", usage.window().toSeconds() + "s");
        if (namespace.isEmpty()) {
            told.set("usage", amounts(usage.parts().getFirst()));
        } else {
            var containers = told.putArray("containers");
            usage.parts().forEach(part -> containers.addObject().put("name", part.container())
                    .set("usage", amounts(part)));
        }
        return told;
    }

    private static ObjectNode amounts(MeasuredUsage.ContainerUsage part) {
        return StoreJson.object().put("cpu", Math.round(part.cores() * NANO) + "n")
                .put("memory", part.bytes() / KIBIBYTE + "Ki");
    }
}
