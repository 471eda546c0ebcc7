package tessera.demo.store.objects;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tessera.demo.admission.lifecycle.SimulatedDeletionDecision.ImmediateDeletion;
import tessera.demo.admission.lifecycle.SimulatedDeletionDecision.OngoingDeletion;
import tessera.demo.admission.lifecycle.SimulatedDeletionDecision.PendingDeletion;
import tessera.demo.admission.lifecycle.SimulatedGracefulDeletionRules;
import tessera.demo.admission.write.SimulatedWriteResult;
import tessera.demo.object.SimulatedApiException;
import tessera.demo.patch.ownership.SimulatedNonApplyManagedFieldsUpdater;
import tessera.demo.store.SimulatedResourceType;
import tessera.demo.store.SimulatedStoreJsonCodec;
import tessera.demo.store.SimulatedStoreTransaction;
import tessera.demo.store.SimulatedStoredObject;

/** A write, from the rules into the store; while it lasts, nobody else writes. */
final class SimulatedExclusiveObjectWrite {

    private final SimulatedWriteDependencies writeServices;
    private final SimulatedStoreTransaction writer;

    SimulatedExclusiveObjectWrite(SimulatedWriteDependencies writeServices, SimulatedStoreTransaction writer) {
        this.writeServices = writeServices;
        this.writer = writer;
    }

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
        var before = SimulatedApiVersionConverter.fullView(target.type(), stored);
        checkIdentity(target, before, body);
        var request = writeServices.createRequest(target, options);
        return storeChanged(target, stored,
                writeServices.rules().update(request, before, body, options.problems(),
                        writeServices.clock().instant()),
                options);
    }

    ObjectNode edit(SimulatedObjectWriteTarget target, SimulatedObjectEditFunction edit, SimulatedWriteOptions options)
            throws SimulatedApiException {
        var stored = requireExisting(target);
        var before = SimulatedApiVersionConverter.fullView(target.type(), stored);
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

    ObjectNode patch(SimulatedObjectWriteTarget target, SimulatedReceivedPatch patch, SimulatedWriteOptions options,
            Runnable made)
            throws SimulatedApiException {
        var request = writeServices.createRequest(target, options);
        var stored = writer.get(target.type(), target.namespace(), target.name());
        if (patch.kind() == SimulatedReceivedPatch.PatchKind.APPLY && target.subresource().isEmpty()) {
            var before = stored == null ? null : SimulatedApiVersionConverter.fullView(target.type(), stored);
            var written = writeServices.rules().apply(request, before, (ObjectNode) patch.body(), patch.force(),
                    writeServices.initialMetadata());
            if (stored == null) {
                made.run();
                return createdObject(target, written, options);
            }
            return storeChanged(target, stored, written, options);
        }
        if (stored == null) {
            throw target.notFoundError();
        }
        var before = SimulatedApiVersionConverter.fullView(target.type(), stored);
        if (patch.kind() == SimulatedReceivedPatch.PatchKind.APPLY) {
            return storeChanged(target, stored,
                    writeServices.rules().apply(request, before, (ObjectNode) patch.body(), patch.force(),
                            writeServices.initialMetadata()),
                    options);
        }
        return storeChanged(target, stored,
                writeServices.rules().patch(request, before, patch.toPatchBody(), writeServices.clock().instant()),
                options);
    }

    SimulatedDeletionResult delete(SimulatedObjectWriteTarget target, SimulatedDeleteOptions options)
            throws SimulatedApiException {
        var type = target.type();
        var stored = requireExisting(target);
        var before = SimulatedApiVersionConverter.fullView(type, stored);
        var outcome = SimulatedGracefulDeletionRules.deleteObject(writeServices.schemas().schemaOf(type), before,
                options.body(),
                writeServices.clock().instant());
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

    /** Stores a state that needs no checking; nothing happens if it is equal to the old one. */
    void overwrite(SimulatedObjectWriteTarget target, ObjectNode object) throws SimulatedApiException {
        var stored = requireExisting(target);
        if (!SimulatedStoreJsonCodec.areEqual(object, SimulatedApiVersionConverter.fullView(target.type(), stored))) {
            putObject(target.type(), object, stored);
        }
    }

    void overwriteOrRemove(SimulatedObjectWriteTarget target, ObjectNode object) throws SimulatedApiException {
        if (SimulatedGracefulDeletionRules.isReleased(writeServices.schemas().schemaOf(target.type()), object)) {
            removeObject(target.type(), requireExisting(target));
        } else {
            overwrite(target, object);
        }
    }

    private ObjectNode createdObject(SimulatedObjectWriteTarget target, SimulatedWriteResult written,
            SimulatedWriteOptions options)
            throws SimulatedApiException {
        var object = written.object();
        var born = SimulatedObjectWriteTarget.of(target.type(), target.namespace(),
                SimulatedStoreJsonCodec.textAt(object, "metadata", "name"));
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
                SimulatedPodTopologyLabelCopier.copyLabels(object, node);
            }
        }
    }

    private ObjectNode storeChanged(SimulatedObjectWriteTarget target, SimulatedStoredObject stored,
            SimulatedWriteResult written,
            SimulatedWriteOptions options)
            throws SimulatedApiException {
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
            var namespace = SimulatedStoreJsonCodec.textAt(quota, "metadata", "namespace");
            var stored = writer.get(quotas, namespace, SimulatedStoreJsonCodec.textAt(quota, "metadata", "name"));
            var before = stored == null ? null : SimulatedApiVersionConverter.fullView(quotas, stored);
            putObject(quotas,
                    SimulatedNonApplyManagedFieldsUpdater.afterServerWrite(writeServices.schemas().schemaOf(quotas),
                            before,
                            quota,
                            writeServices.clock().instant()),
                    stored);
        }
    }

    private ObjectNode putObject(SimulatedResourceType type, ObjectNode object, @Nullable SimulatedStoredObject before)
            throws SimulatedApiException {
        var full = SimulatedApiVersionConverter.fullView(type, writer.put(type, object.deepCopy(), before));
        writeServices.notifyWritten(type, full, writer);
        return full;
    }

    private void removeObject(SimulatedResourceType type, SimulatedStoredObject stored) throws SimulatedApiException {
        var last = SimulatedApiVersionConverter.fullView(type, writer.remove(type, stored));
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
        var uid = SimulatedStoreJsonCodec.textAt(body, "metadata", "uid");
        var itsUid = SimulatedStoreJsonCodec.textAt(before, "metadata", "uid");
        if (!uid.isEmpty() && !uid.equals(itsUid)) {
            throw SimulatedApiException.conflict(target.resourceSubject(),
                    "Precondition failed: UID in precondition: " + uid + ", UID in object meta: " + itsUid);
        }
    }

    /** The topology labels of a pod: copied from its node by binding, or at once for a pod created on its node. */
    private static final class SimulatedPodTopologyLabelCopier {

        private static final List<String> LABELS = List.of("topology.kubernetes.io/zone",
                "topology.kubernetes.io/region");

        private SimulatedPodTopologyLabelCopier() {}

        static void copyLabels(ObjectNode pod, SimulatedStoredObject node) {
            for (var label : LABELS) {
                var place = node.labels().get(label);
                if (place != null) {
                    SimulatedStoreJsonCodec.childObject(SimulatedStoreJsonCodec.childObject(pod, "metadata"), "labels")
                            .put(label, place);
                }
            }
        }
    }
}
