package tessera.demo.store.objects;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.Optional;
import tessera.demo.admission.lifecycle.EvictionRequest;
import tessera.demo.admission.lifecycle.PodBinding;
import tessera.demo.object.ApiError;
import tessera.demo.store.StoreJson;
import tessera.demo.store.StoreWriter;

/** The writes that only pods have: they are bound to nodes, and evicted from them. */
final class PodSubresourceWrites {

    private final WriteDependencies around;
    private final StoreWriter writer;

    PodSubresourceWrites(WriteDependencies around, StoreWriter writer) {
        this.around = around;
        this.writer = writer;
    }

    void bind(String namespace, String name, JsonNode binding, boolean dryRun) throws ApiError {
        var pod = podTarget(namespace, name);
        var node = Optional.ofNullable(
                writer.get(around.catalog().get("nodes"), "", StoreJson.textAt(binding, "target", "name")));
        var bound = PodBinding.bind(requireObject(pod), binding,
                node.map(stored -> VersionedViews.fullView(around.catalog().get("nodes"), stored)),
                around.clock().instant());
        if (!dryRun) {
            new WriteTransaction(around, writer).overwrite(pod, bound);
        }
    }

    void evict(String namespace, String name, DeleteOptions options) throws ApiError {
        var target = podTarget(namespace, name);
        var budgets = around.catalog().get("poddisruptionbudgets.policy");
        var eviction = EvictionRequest.of(requireObject(target),
                writer.list(budgets, namespace).stream().map(stored -> VersionedViews.fullView(budgets, stored))
                        .toList(),
                around.clock().instant());
        var writing = new WriteTransaction(around, writer);
        if (!options.dryRun()) {
            if (eviction.budget().isPresent()) {
                var budget = eviction.budget().get();
                writing.overwrite(WriteTarget.of(budgets, namespace, StoreJson.textAt(budget, "metadata", "name")),
                        budget);
            }
            writing.overwrite(target, eviction.pod());
        }
        writing.delete(target, options);
    }

    private WriteTarget podTarget(String namespace, String name) {
        return WriteTarget.of(around.catalog().get("pods"), namespace, name);
    }

    private ObjectNode requireObject(WriteTarget target) throws ApiError {
        var stored = writer.get(target.type(), target.namespace(), target.name());
        if (stored == null) {
            throw target.notFoundError();
        }
        return VersionedViews.fullView(target.type(), stored);
    }
}
