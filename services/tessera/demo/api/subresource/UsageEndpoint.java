package tessera.demo.api.subresource;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.util.Locale;
import tessera.demo.api.call.Answers;
import tessera.demo.api.call.Call;
import tessera.demo.api.kubelet.Kubelet;
import tessera.demo.api.kubelet.Usage;
import tessera.demo.api.request.ListOptions;
import tessera.demo.object.ApiError;
import tessera.demo.object.ApiError.Subject;
import tessera.demo.store.Json;
import tessera.demo.store.objects.Times;
import tessera.demo.store.select.Selection;

/** What a metrics server tells of nodes and pods, of those whose kubelets answer. */
public final class UsageEndpoint {

    private static final String GROUP = "metrics.k8s.io";
    private static final double NANO = 1e9;
    private static final long KIBIBYTE = 1024;

    private final Kubelet kubelet;

    public UsageEndpoint(Kubelet kubelet) {
        this.kubelet = kubelet;
    }

    public void nodes(Call call) throws IOException, ApiError {
        answer(call, "nodes", "NodeMetrics");
    }

    public void pods(Call call) throws IOException, ApiError {
        answer(call, "pods", "PodMetrics");
    }

    private void answer(Call call, String plural, String kind) throws IOException, ApiError {
        if (!call.info().name().isEmpty()) {
            Answers.tree(call, 200, one(call, plural, kind));
            return;
        }
        var type = call.objects().catalog().get(plural);
        var options = ListOptions.parse(call.query(), false);
        var list = Json.object().put("kind", kind + "List").put("apiVersion", GROUP + "/v1beta1");
        list.putObject("metadata");
        var items = list.putArray("items");
        for (var object : call.objects().list(type, Selection.parse(call.info().namespace(),
                options.labelSelector(), options.fieldSelector(), type))) {
            var usage = kubelet.usage(object);
            if (!usage.parts().isEmpty()) {
                items.add(told(object, usage));
            }
        }
        Answers.tree(call, 200, list);
    }

    private ObjectNode one(Call call, String plural, String kind) throws ApiError {
        var type = call.objects().catalog().get(plural);
        var namespace = call.info().namespace();
        var name = call.info().name();
        var object = call.objects().find(type, namespace, name);
        var usage = object == null ? null : kubelet.usage(object);
        if (object == null || usage == null || usage.parts().isEmpty()) {
            throw ApiError.notFound(new Subject(GROUP, kind.toLowerCase(Locale.ROOT),
                    namespace.isEmpty() ? name : namespace + "/" + name));
        }
        var answer = Json.object().put("kind", kind).put("apiVersion", GROUP + "/v1beta1");
        answer.setAll(told(object, usage));
        return answer;
    }

    private static ObjectNode told(ObjectNode object, Usage usage) {
        var told = Json.object();
        var metadata = told.putObject("metadata").put("name", Json.text(object, "metadata", "name"));
        var namespace = Json.text(object, "metadata", "namespace");
        if (!namespace.isEmpty()) {
            metadata.put("namespace", namespace);
        }
        metadata.put("creationTimestamp", Times.seconds(usage.at()));
        if (object.path("metadata").has("labels")) {
            metadata.set("labels", object.path("metadata").path("labels"));
        }
        told.put("timestamp", Times.seconds(usage.at())).put("window", usage.window().toSeconds() + "s");
        if (namespace.isEmpty()) {
            told.set("usage", amounts(usage.parts().getFirst()));
        } else {
            var containers = told.putArray("containers");
            usage.parts().forEach(part -> containers.addObject().put("name", part.container())
                    .set("usage", amounts(part)));
        }
        return told;
    }

    private static ObjectNode amounts(Usage.Part part) {
        return Json.object().put("cpu", Math.round(part.cores() * NANO) + "n")
                .put("memory", part.bytes() / KIBIBYTE + "Ki");
    }
}
