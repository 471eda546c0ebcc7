package tessera.demo.store.objects;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tessera.demo.admission.lifecycle.DeleteResult.AlreadyDeleting;
import tessera.demo.admission.lifecycle.DeleteResult.ImmediateDeletion;
import tessera.demo.admission.lifecycle.DeleteResult.PendingDeletion;
import tessera.demo.admission.lifecycle.GracefulDeletion;
import tessera.demo.admission.write.WriteOutcome;
import tessera.demo.object.ApiError;
import tessera.demo.object.ApiError.Cause;
import tessera.demo.patch.ownership.ManagedFields;
import tessera.demo.store.ResourceType;
import tessera.demo.store.StoreJson;
import tessera.demo.store.StoreWriter;
import tessera.demo.store.StoredObject;
import tessera.demo.store.custom.DefinitionRules;

/** A write, from the rules into the store; while it lasts, nobody else writes. */
final class WriteTransaction {

    private final WriteDependencies around;
    private final StoreWriter writer;

    WriteTransaction(WriteDependencies around, StoreWriter writer) {
        this.around = around;
        this.writer = writer;
    }

    ObjectNode create(WriteTarget target, ObjectNode body, WriteOptions options) throws ApiError {
        var request = around.createRequest(target, options);
        return createdObject(target, around.rules().create(request, body, options.problems(), around.initialMetadata()),
                options);
    }

    ObjectNode replace(WriteTarget target, ObjectNode body, WriteOptions options) throws ApiError {
        var stored = requireExisting(target);
        var before = VersionedViews.fullView(target.type(), stored);
        checkIdentity(target, before, body);
        var request = around.createRequest(target, options);
        return storeChanged(target, stored,
                around.rules().update(request, before, body, options.problems(), around.clock().instant()), options);
    }

    ObjectNode edit(WriteTarget target, ObjectEdit edit, WriteOptions options) throws ApiError {
        var stored = requireExisting(target);
        var before = VersionedViews.fullView(target.type(), stored);
        var wanted = before.deepCopy();
        edit.apply(wanted);
        if (StoreJson.areEqual(wanted, before)) {
            // Controllers look again and again, and mostly find what they wrote themselves.
            return before;
        }
        var request = around.createRequest(target, options);
        return storeChanged(target, stored,
                around.rules().update(request, before, wanted, List.of(), around.clock().instant()), options);
    }

    ObjectNode patch(WriteTarget target, RawPatch patch, WriteOptions options, Runnable made) throws ApiError {
        var request = around.createRequest(target, options);
        var stored = writer.get(target.type(), target.namespace(), target.name());
        if (patch.kind() == RawPatch.PatchKind.APPLY && target.subresource().isEmpty()) {
            var before = stored == null ? null : VersionedViews.fullView(target.type(), stored);
            var written = around.rules().apply(request, before, (ObjectNode) patch.body(), patch.force(),
                    around.initialMetadata());
            if (stored == null) {
                made.run();
                return createdObject(target, written, options);
            }
            return storeChanged(target, stored, written, options);
        }
        if (stored == null) {
            throw target.notFoundError();
        }
        var before = VersionedViews.fullView(target.type(), stored);
        if (patch.kind() == RawPatch.PatchKind.APPLY) {
            return storeChanged(target, stored,
                    around.rules().apply(request, before, (ObjectNode) patch.body(), patch.force(),
                            around.initialMetadata()),
                    options);
        }
        return storeChanged(target, stored,
                around.rules().patch(request, before, patch.toPatchBody(), around.clock().instant()),
                options);
    }

    DeletionResult delete(WriteTarget target, DeleteOptions options) throws ApiError {
        var type = target.type();
        var stored = requireExisting(target);
        var before = VersionedViews.fullView(type, stored);
        var outcome = GracefulDeletion.deleteObject(around.schemas().schemaOf(type), before, options.body(),
                around.clock().instant());
        if (options.dryRun()) {
            return new DeletionResult(outcome.object(), outcome instanceof ImmediateDeletion);
        }
        return switch (outcome) {
            case AlreadyDeleting(var object) -> new DeletionResult(object, false);
            case PendingDeletion(var object) -> new DeletionResult(putObject(type, object, stored), false);
            case ImmediateDeletion(var object) -> {
                if (!type.traits().deletesGracefully()) {
                    removeObject(type, stored);
                    yield new DeletionResult(object, true);
                }
                var last = putObject(type, object, stored);
                removeObject(type, requireExisting(target));
                yield new DeletionResult(last, true);
            }
        };
    }

    /** Stores a state that needs no checking; nothing happens if it is equal to the old one. */
    void overwrite(WriteTarget target, ObjectNode object) throws ApiError {
        var stored = requireExisting(target);
        if (!StoreJson.areEqual(object, VersionedViews.fullView(target.type(), stored))) {
            putObject(target.type(), object, stored);
        }
    }

    void overwriteOrRemove(WriteTarget target, ObjectNode object) throws ApiError {
        if (GracefulDeletion.isReleased(around.schemas().schemaOf(target.type()), object)) {
            removeObject(target.type(), requireExisting(target));
        } else {
            overwrite(target, object);
        }
    }

    private ObjectNode createdObject(WriteTarget target, WriteOutcome written, WriteOptions options) throws ApiError {
        var object = written.object();
        var born = WriteTarget.of(target.type(), target.namespace(), StoreJson.textAt(object, "metadata", "name"));
        checkDefinition(born, object);
        written.warnings().forEach(options.warnings());
        noteTopology(target.type(), object);
        if (writer.get(born.type(), born.namespace(), born.name()) != null) {
            throw ApiError.alreadyExists(born.resourceSubject());
        }
        if (options.dryRun()) {
            return object;
        }
        chargeQuotas(written);
        return putObject(target.type(), object, null);
    }

    private void noteTopology(ResourceType type, ObjectNode object) {
        var nodeName = StoreJson.textAt(object, "spec", "nodeName");
        if (type.kind().equals("Pod") && !nodeName.isEmpty()) {
            var node = writer.get(around.catalog().get("nodes"), "", nodeName);
            if (node != null) {
                BindingTopology.copyLabels(object, node);
            }
        }
    }

    private ObjectNode storeChanged(WriteTarget target, StoredObject stored, WriteOutcome written, WriteOptions options)
            throws ApiError {
        written.warnings().forEach(options.warnings());
        var object = written.object();
        checkDefinition(target, object);
        if (!written.changed() || options.dryRun()) {
            return object;
        }
        if (GracefulDeletion.isReleased(around.schemas().schemaOf(target.type()), object)) {
            removeObject(target.type(), stored);
            return object;
        }
        chargeQuotas(written);
        return putObject(target.type(), object, stored);
    }

    /** Charges the quotas that pay for an object; they are written with it. */
    private void chargeQuotas(WriteOutcome written) throws ApiError {
        var quotas = around.catalog().get("resourcequotas");
        for (var quota : written.chargedQuotas()) {
            var namespace = StoreJson.textAt(quota, "metadata", "namespace");
            var stored = writer.get(quotas, namespace, StoreJson.textAt(quota, "metadata", "name"));
            var before = stored == null ? null : VersionedViews.fullView(quotas, stored);
            putObject(quotas,
                    ManagedFields.afterServerWrite(around.schemas().schemaOf(quotas), before, quota,
                            around.clock().instant()),
                    stored);
        }
    }

    private ObjectNode putObject(ResourceType type, ObjectNode object, @Nullable StoredObject before) throws ApiError {
        var full = VersionedViews.fullView(type, writer.put(type, object.deepCopy(), before));
        around.notifyWritten(type, full, writer);
        return full;
    }

    private void removeObject(ResourceType type, StoredObject stored) throws ApiError {
        var last = VersionedViews.fullView(type, writer.remove(type, stored));
        around.notifyRemoved(type, last, writer);
    }

    private StoredObject requireExisting(WriteTarget target) throws ApiError {
        var stored = writer.get(target.type(), target.namespace(), target.name());
        if (stored == null) {
            throw target.notFoundError();
        }
        return stored;
    }

    private static void checkDefinition(WriteTarget target, ObjectNode object) throws ApiError {
        if (target.type().kind().equals("CustomResourceDefinition")) {
            List<Cause> causes = DefinitionRules.check(object);
            if (!causes.isEmpty()) {
                throw ApiError.invalid(target.objectSubject(), causes);
            }
        }
    }

    private static void checkIdentity(WriteTarget target, ObjectNode before, ObjectNode body) throws ApiError {
        var uid = StoreJson.textAt(body, "metadata", "uid");
        var itsUid = StoreJson.textAt(before, "metadata", "uid");
        if (!uid.isEmpty() && !uid.equals(itsUid)) {
            throw ApiError.conflict(target.resourceSubject(),
                    "Precondition failed: UID in precondition: " + uid + ", UID in object meta: " + itsUid);
        }
    }
}
