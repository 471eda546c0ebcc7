package tessera.demo.store.objects;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import tessera.demo.admission.SimulatedAdmittedEviction;
import tessera.demo.admission.SimulatedApiWriteRequest;
import tessera.demo.admission.SimulatedDeletionDecision.ImmediateDeletion;
import tessera.demo.admission.SimulatedDeletionDecision.OngoingDeletion;
import tessera.demo.admission.SimulatedDeletionDecision.PendingDeletion;
import tessera.demo.admission.SimulatedGracefulDeletionRules;
import tessera.demo.admission.SimulatedObjectPatch;
import tessera.demo.admission.SimulatedObjectPatch.PatchKind;
import tessera.demo.admission.SimulatedPodBinder;
import tessera.demo.admission.SimulatedWriteResult;
import tessera.demo.object.SimulatedApiException;
import tessera.demo.object.SimulatedMetadata;
import tessera.demo.patch.ownership.SimulatedNonApplyManagedFieldsUpdater;
import tessera.demo.store.SimulatedEtcdStore.SimulatedStoreTransaction;
import tessera.demo.store.SimulatedResourceType;
import tessera.demo.store.SimulatedStoreJsonCodec;
import tessera.demo.store.SimulatedStoredObject;
import tessera.demo.store.objects.SimulatedApiStorage.SimulatedObjectEditFunction;

/** A write, from the rules into the store; while it lasts, nobody else writes. */
record SimulatedExclusiveObjectWrite(SimulatedWriteDependencies writeServices, SimulatedStoreTransaction writer) {

    ObjectNode create(SimulatedObjectWriteTarget target, ObjectNode body, SimulatedWriteOptions options)
            throws SimulatedApiException {
        var request = writeServices.createRequest(target, options);
        return createdObject(target,
                writeServices.rules().create(request, body, options.problems(), writeServices.initialMetadata()),
                options);
    }

    ObjectNode replace(SimulatedObjectWriteTarget target, ObjectNode body, SimulatedWriteOptions options)
            throws SimulatedApiException {
        var stored = requireExisting(target);
        var before = target.type().fullView(stored);
        checkIdentity(target, before, body);
        var request = writeServices.createRequest(target, options);
        return storeChanged(target, stored, writeServices.rules().update(request, before, body, options.problems(),
                writeServices.clock().instant()), options);
    }

    ObjectNode edit(SimulatedObjectWriteTarget target, SimulatedObjectEditFunction edit, SimulatedWriteOptions options)
            throws SimulatedApiException {
        var stored = requireExisting(target);
        var before = target.type().fullView(stored);
        var wanted = before.deepCopy();
        edit.apply(wanted);
        if (SimulatedStoreJsonCodec.areEqual(wanted, before)) {
            // Controllers look again and again, and mostly find what they wrote themselves.
            return before;
        }
        var request = writeServices.createRequest(target, options);
        return storeChanged(target, stored,
                writeServices.rules().update(request, before, wanted, List.of(), writeServices.clock().instant()),
                options);
    }

    ObjectNode patch(SimulatedObjectWriteTarget target, SimulatedObjectPatch patch, SimulatedWriteOptions options,
            Runnable made) throws SimulatedApiException {
        var request = writeServices.createRequest(target, options);
        var stored = writer.get(target.type(), target.namespace(), target.name());
        boolean apply = patch.kind() == PatchKind.APPLY;
        if (stored == null) {
            if (!apply || !target.subresource().isEmpty()) {
                throw target.notFoundError();
            }
            var written = applyFields(request, null, patch);
            made.run();
            return createdObject(target, written, options);
        }
        var before = target.type().fullView(stored);
        return storeChanged(target, stored,
                apply ? applyFields(request, before, patch)
                        : writeServices.rules().patch(request, before, patch, writeServices.clock().instant()),
                options);
    }

    private SimulatedWriteResult applyFields(SimulatedApiWriteRequest request, @Nullable ObjectNode before,
            SimulatedObjectPatch patch) throws SimulatedApiException {
        return writeServices.rules().apply(request, before, (ObjectNode) patch.body(), patch.force(),
                writeServices.initialMetadata());
    }

    SimulatedDeletionResult delete(SimulatedObjectWriteTarget target, SimulatedDeleteOptions options)
            throws SimulatedApiException {
        var type = target.type();
        var stored = requireExisting(target);
        var before = type.fullView(stored);
        var outcome = SimulatedGracefulDeletionRules.deleteObject(writeServices.schemas().schemaOf(type), before,
                options.body(), writeServices.clock().instant());
        if (options.dryRun()) {
            return new SimulatedDeletionResult(outcome.object(), outcome instanceof ImmediateDeletion);
        }
        return switch (outcome) {
            case OngoingDeletion(var object) -> new SimulatedDeletionResult(object, false);
            case PendingDeletion(var object) -> new SimulatedDeletionResult(putObject(type, object, stored), false);
            case ImmediateDeletion(var object) -> {
                if (!type.traits().deletesGracefully()) {
                    removeObject(type, stored);
                    yield new SimulatedDeletionResult(object, true);
                }
                var last = putObject(type, object, stored);
                removeObject(type, requireExisting(target));
                yield new SimulatedDeletionResult(last, true);
            }
        };
    }

    ObjectNode bind(SimulatedObjectWriteTarget pod, JsonNode binding, boolean dryRun) throws SimulatedApiException {
        var nodes = writeServices.catalog().get("nodes");
        var node = Optional
                .ofNullable(writer.get(nodes, "", SimulatedStoreJsonCodec.textAt(binding, "target", "name")));
        var bound = SimulatedPodBinder.bind(pod.type().fullView(requireExisting(pod)), binding,
                node.map(stored -> nodes.fullView(stored)), writeServices.clock().instant());
        return dryRun ? bound : overwrite(pod, bound);
    }

    /** Deletes a pod and charges the disruption budget that allows it. */
    SimulatedDeletionResult evict(SimulatedObjectWriteTarget pod, SimulatedDeleteOptions options)
            throws SimulatedApiException {
        var budgets = writeServices.catalog().get("poddisruptionbudgets.policy");
        var eviction = SimulatedAdmittedEviction.of(pod.type().fullView(requireExisting(pod)),
                writer.list(budgets, pod.namespace()).stream().map(stored -> budgets.fullView(stored)).toList(),
                writeServices.clock().instant());
        if (!options.dryRun()) {
            if (eviction.budget().isPresent()) {
                var budget = eviction.budget().get();
                overwrite(SimulatedObjectWriteTarget.of(budgets, pod.namespace(), SimulatedMetadata.nameOf(budget)),
                        budget);
            }
            overwrite(pod, eviction.pod());
        }
        return delete(pod, options);
    }

    /** Stores a state that needs no checking and returns it; nothing happens if it is equal to the old one. */
    ObjectNode overwrite(SimulatedObjectWriteTarget target, ObjectNode object) throws SimulatedApiException {
        var stored = requireExisting(target);
        if (!SimulatedStoreJsonCodec.areEqual(object, target.type().fullView(stored))) {
            putObject(target.type(), object, stored);
        }
        return object;
    }

    ObjectNode overwriteOrRemove(SimulatedObjectWriteTarget target, ObjectNode object) throws SimulatedApiException {
        if (SimulatedGracefulDeletionRules.isReleased(writeServices.schemas().schemaOf(target.type()), object)) {
            removeObject(target.type(), requireExisting(target));
        } else {
            overwrite(target, object);
        }
        return object;
    }

    private ObjectNode createdObject(SimulatedObjectWriteTarget target, SimulatedWriteResult written,
            SimulatedWriteOptions options) throws SimulatedApiException {
        var object = written.object();
        var born = SimulatedObjectWriteTarget.of(target.type(), target.namespace(), SimulatedMetadata.nameOf(object));
        written.warnings().forEach(options.warnings());
        noteTopology(target.type(), object);
        if (writer.get(born.type(), born.namespace(), born.name()) != null) {
            throw SimulatedApiException.alreadyExists(born.resourceSubject());
        }
        if (options.dryRun()) {
            return object;
        }
        chargeQuotas(written);
        return putObject(target.type(), object, null);
    }

    private void noteTopology(SimulatedResourceType type, ObjectNode object) {
        var nodeName = SimulatedStoreJsonCodec.textAt(object, "spec", "nodeName");
        if (type.kind().equals("Pod") && !nodeName.isEmpty()) {
            var node = writer.get(writeServices.catalog().get("nodes"), "", nodeName);
            if (node != null) {
                SimulatedPodBinder.copyTopology(object, node.toTree().path("metadata").path("labels"));
            }
        }
    }

    private ObjectNode storeChanged(SimulatedObjectWriteTarget target, SimulatedStoredObject stored,
            SimulatedWriteResult written, SimulatedWriteOptions options) throws SimulatedApiException {
        written.warnings().forEach(options.warnings());
        var object = written.object();
        if (!written.changed() || options.dryRun()) {
            return object;
        }
        if (SimulatedGracefulDeletionRules.isReleased(writeServices.schemas().schemaOf(target.type()), object)) {
            removeObject(target.type(), stored);
            return object;
        }
        chargeQuotas(written);
        return putObject(target.type(), object, stored);
    }

    /** Charges the quotas that pay for an object; they are written with it. */
    private void chargeQuotas(SimulatedWriteResult written) throws SimulatedApiException {
        var quotas = writeServices.catalog().get("resourcequotas");
        for (var quota : written.chargedQuotas()) {
            var namespace = SimulatedMetadata.namespaceOf(quota);
            var stored = writer.get(quotas, namespace, SimulatedMetadata.nameOf(quota));
            var before = stored == null ? null : quotas.fullView(stored);
            putObject(quotas, SimulatedNonApplyManagedFieldsUpdater.afterServerWrite(
                    writeServices.schemas().schemaOf(quotas), before, quota, writeServices.clock().instant()), stored);
        }
    }

    private ObjectNode putObject(SimulatedResourceType type, ObjectNode object, @Nullable SimulatedStoredObject before)
            throws SimulatedApiException {
        var full = type.fullView(writer.put(type, object.deepCopy(), before));
        writeServices.notifyWritten(type, full, writer);
        return full;
    }

    private void removeObject(SimulatedResourceType type, SimulatedStoredObject stored) throws SimulatedApiException {
        var last = type.fullView(writer.remove(type, stored));
        writeServices.notifyRemoved(type, last, writer);
    }

    private SimulatedStoredObject requireExisting(SimulatedObjectWriteTarget target) throws SimulatedApiException {
        var stored = writer.get(target.type(), target.namespace(), target.name());
        if (stored == null) {
            throw target.notFoundError();
        }
        return stored;
    }

    private static void checkIdentity(SimulatedObjectWriteTarget target, ObjectNode before, ObjectNode body)
            throws SimulatedApiException {
        var uid = SimulatedMetadata.uidOf(body);
        var itsUid = SimulatedMetadata.uidOf(before);
        if (!uid.isEmpty() && !uid.equals(itsUid)) {
            throw SimulatedApiException.conflict(target.resourceSubject(),
                    "Precondition failed: UID in precondition: " + uid + ", UID in object meta: " + itsUid);
        }
    }
}
