package tessera.demo.store.objects;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.Optional;
import tessera.demo.admission.lifecycle.Binding;
import tessera.demo.admission.lifecycle.Eviction;
import tessera.demo.object.ApiError;
import tessera.demo.store.Json;
import tessera.demo.store.Writer;

/** What happens to pods only: they are bound to nodes, and evicted from them. */
final class PodWriting {

    private final Surroundings around;
    private final Writer writer;

    PodWriting(Surroundings around, Writer writer) {
        this.around = around;
        this.writer = writer;
    }

    void bind(String namespace, String name, JsonNode binding, boolean dryRun) throws ApiError {
        var pod = pod(namespace, name);
        var node = Optional.ofNullable(
                writer.get(around.catalog().get("nodes"), "", Json.text(binding, "target", "name")));
        var bound = Binding.bind(get(pod), binding,
                node.map(stored -> Views.full(around.catalog().get("nodes"), stored)),
                around.clock().instant());
        if (!dryRun) {
            new Writing(around, writer).overwrite(pod, bound);
        }
    }

    void evict(String namespace, String name, DeleteOptions options) throws ApiError {
        var target = pod(namespace, name);
        var budgets = around.catalog().get("poddisruptionbudgets.policy");
        var eviction = Eviction.of(get(target),
                writer.list(budgets, namespace).stream().map(stored -> Views.full(budgets, stored)).toList(),
                around.clock().instant());
        var writing = new Writing(around, writer);
        if (!options.dryRun()) {
            if (eviction.budget().isPresent()) {
                var budget = eviction.budget().get();
                writing.overwrite(Target.of(budgets, namespace, Json.text(budget, "metadata", "name")), budget);
            }
            writing.overwrite(target, eviction.pod());
        }
        writing.delete(target, options);
    }

    private Target pod(String namespace, String name) {
        return Target.of(around.catalog().get("pods"), namespace, name);
    }

    private ObjectNode get(Target target) throws ApiError {
        var stored = writer.get(target.type(), target.namespace(), target.name());
        if (stored == null) {
            throw target.notFound();
        }
        return Views.full(target.type(), stored);
    }
}
