package tessera.demo.store.objects;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.Optional;
import tessera.demo.admission.lifecycle.SimulatedAdmittedEviction;
import tessera.demo.admission.lifecycle.SimulatedPodBinder;
import tessera.demo.object.SimulatedApiException;
import tessera.demo.store.SimulatedStoreJsonCodec;
import tessera.demo.store.SimulatedStoreTransaction;

/** The writes that only pods have: they are bound to nodes, and evicted from them. */
final class SimulatedBindingEvictionWriter {

    private final SimulatedWriteDependencies writeServices;
    private final SimulatedStoreTransaction writer;

    SimulatedBindingEvictionWriter(SimulatedWriteDependencies writeServices, SimulatedStoreTransaction writer) {
        this.writeServices = writeServices;
        this.writer = writer;
    }

    void bind(String namespace, String name, JsonNode binding, boolean dryRun) throws SimulatedApiException {
        var pod = podTarget(namespace, name);
        var node = Optional.ofNullable(
                writer.get(writeServices.catalog().get("nodes"), "",
                        SimulatedStoreJsonCodec.textAt(binding, "target", "name")));
        var bound = SimulatedPodBinder.bind(requireObject(pod), binding,
                node.map(stored -> SimulatedApiVersionConverter.fullView(writeServices.catalog().get("nodes"), stored)),
                writeServices.clock().instant());
        if (!dryRun) {
            new SimulatedExclusiveObjectWrite(writeServices, writer).overwrite(pod, bound);
        }
    }

    void evict(String namespace, String name, SimulatedDeleteOptions options) throws SimulatedApiException {
        var target = podTarget(namespace, name);
        var budgets = writeServices.catalog().get("poddisruptionbudgets.policy");
        var eviction = SimulatedAdmittedEviction.of(requireObject(target),
                writer.list(budgets, namespace).stream()
                        .map(stored -> SimulatedApiVersionConverter.fullView(budgets, stored))
                        .toList(),
                writeServices.clock().instant());
        var writing = new SimulatedExclusiveObjectWrite(writeServices, writer);
        if (!options.dryRun()) {
            if (eviction.budget().isPresent()) {
                var budget = eviction.budget().get();
                writing.overwrite(
                        SimulatedObjectWriteTarget.of(budgets, namespace,
                                SimulatedStoreJsonCodec.textAt(budget, "metadata", "name")),
                        budget);
            }
            writing.overwrite(target, eviction.pod());
        }
        writing.delete(target, options);
    }

    private SimulatedObjectWriteTarget podTarget(String namespace, String name) {
        return SimulatedObjectWriteTarget.of(writeServices.catalog().get("pods"), namespace, name);
    }

    private ObjectNode requireObject(SimulatedObjectWriteTarget target) throws SimulatedApiException {
        var stored = writer.get(target.type(), target.namespace(), target.name());
        if (stored == null) {
            throw target.notFoundError();
        }
        return SimulatedApiVersionConverter.fullView(target.type(), stored);
    }
}
