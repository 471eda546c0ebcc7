package tessera.demo.store.objects;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tessera.demo.admission.lifecycle.DeleteRequest.AlreadyDeleting;
import tessera.demo.admission.lifecycle.DeleteRequest.DeletedNow;
import tessera.demo.admission.lifecycle.DeleteRequest.MarkedForDeletion;
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

/** One write, from the rules into the store; while it lasts, nobody else writes. */
final class WriteTransaction {

    private final WriteDependencies around;
    private final StoreWriter writer;

    WriteTransaction(WriteDependencies around, StoreWriter writer) {
        this.around = around;
        this.writer = writer;
    }

    ObjectNode create(WriteTarget target, ObjectNode body, WriteOptions options) throws ApiError {
        var request = around.request(target, options);
        return born(target, around.rules().create(request, body, options.problems(), around.birth()), options);
    }

    ObjectNode replace(WriteTarget target, ObjectNode body, WriteOptions options) throws ApiError {
        var stored = existing(target);
        var before = VersionedViews.full(target.type(), stored);
        checkIdentity(target, before, body);
        var request = around.request(target, options);
        return changed(target, stored,
                around.rules().update(request, before, body, options.problems(), around.clock().instant()), options);
    }

    ObjectNode edit(WriteTarget target, EditResult edit, WriteOptions options) throws ApiError {
        var stored = existing(target);
        var before = VersionedViews.full(target.type(), stored);
        var wanted = before.deepCopy();
        edit.apply(wanted);
        if (StoreJson.same(wanted, before)) {
            // Controllers look again and again, and mostly find what they wrote themselves.
            return before;
        }
        var request = around.request(target, options);
        return changed(target, stored,
                around.rules().update(request, before, wanted, List.of(), around.clock().instant()), options);
    }

    ObjectNode patch(WriteTarget target, RawPatch patch, WriteOptions options, Runnable made) throws ApiError {
        var request = around.request(target, options);
        var stored = writer.get(target.type(), target.namespace(), target.name());
        if (patch.kind() == RawPatch.PatchKind.APPLY && target.subresource().isEmpty()) {
            var before = stored == null ? null : VersionedViews.full(target.type(), stored);
            var written = around.rules().apply(request, before, (ObjectNode) patch.body(), patch.force(),
                    around.birth());
            if (stored == null) {
                made.run();
                return born(target, written, options);
            }
            return changed(target, stored, written, options);
        }
        if (stored == null) {
            throw target.notFound();
        }
        var before = VersionedViews.full(target.type(), stored);
        if (patch.kind() == RawPatch.PatchKind.APPLY) {
            return changed(target, stored,
                    around.rules().apply(request, before, (ObjectNode) patch.body(), patch.force(),
                            around.birth()),
                    options);
        }
        return changed(target, stored, around.rules().patch(request, before, patch.plain(), around.clock().instant()),
                options);
    }

    DeletionResult delete(WriteTarget target, DeleteOptions options) throws ApiError {
        var type = target.type();
        var stored = existing(target);
        var before = VersionedViews.full(type, stored);
        var outcome = GracefulDeletion.of(around.schemas().of(type), before, options.body(), around.clock().instant());
        if (options.dryRun()) {
            return new DeletionResult(outcome.object(), outcome instanceof DeletedNow);
        }
        return switch (outcome) {
            case AlreadyDeleting(var object) -> new DeletionResult(object, false);
            case MarkedForDeletion(var object) -> new DeletionResult(put(type, object, stored), false);
            case DeletedNow(var object) -> {
                if (!type.traits().graceful()) {
                    remove(type, stored);
                    yield new DeletionResult(object, true);
                }
                var last = put(type, object, stored);
                remove(type, existing(target));
                yield new DeletionResult(last, true);
            }
        };
    }

    /** Puts a state that needs no checking in place of the old one; nothing happens if they are the same. */
    void overwrite(WriteTarget target, ObjectNode object) throws ApiError {
        var stored = existing(target);
        if (!StoreJson.same(object, VersionedViews.full(target.type(), stored))) {
            put(target.type(), object, stored);
        }
    }

    void release(WriteTarget target, ObjectNode object) throws ApiError {
        if (GracefulDeletion.isReleased(around.schemas().of(target.type()), object)) {
            remove(target.type(), existing(target));
        } else {
            overwrite(target, object);
        }
    }

    private ObjectNode born(WriteTarget target, WriteOutcome written, WriteOptions options) throws ApiError {
        var object = written.object();
        var born = WriteTarget.of(target.type(), target.namespace(), StoreJson.text(object, "metadata", "name"));
        checkDefinition(born, object);
        written.warnings().forEach(options.warnings());
        noteTopology(target.type(), object);
        if (writer.get(born.type(), born.namespace(), born.name()) != null) {
            throw ApiError.alreadyExists(born.resource());
        }
        if (options.dryRun()) {
            return object;
        }
        charge(written);
        return put(target.type(), object, null);
    }

    private void noteTopology(ResourceType type, ObjectNode object) {
        var nodeName = StoreJson.text(object, "spec", "nodeName");
        if (type.kind().equals("Pod") && !nodeName.isEmpty()) {
            var node = writer.get(around.catalog().get("nodes"), "", nodeName);
            if (node != null) {
                BindingTopology.note(object, node);
            }
        }
    }

    private ObjectNode changed(WriteTarget target, StoredObject stored, WriteOutcome written, WriteOptions options)
            throws ApiError {
        written.warnings().forEach(options.warnings());
        var object = written.object();
        checkDefinition(target, object);
        if (!written.changed() || options.dryRun()) {
            return object;
        }
        if (GracefulDeletion.isReleased(around.schemas().of(target.type()), object)) {
            remove(target.type(), stored);
            return object;
        }
        charge(written);
        return put(target.type(), object, stored);
    }

    /** The quotas that pay for an object are written with it. */
    private void charge(WriteOutcome written) throws ApiError {
        var quotas = around.catalog().get("resourcequotas");
        for (var quota : written.charged()) {
            var namespace = StoreJson.text(quota, "metadata", "namespace");
            var stored = writer.get(quotas, namespace, StoreJson.text(quota, "metadata", "name"));
            var before = stored == null ? null : VersionedViews.full(quotas, stored);
            put(quotas, ManagedFields.afterServer(around.schemas().of(quotas), before, quota, around.clock().instant()),
                    stored);
        }
    }

    private ObjectNode put(ResourceType type, ObjectNode object, @Nullable StoredObject before) throws ApiError {
        var full = VersionedViews.full(type, writer.put(type, object.deepCopy(), before));
        around.written(type, full, writer);
        return full;
    }

    private void remove(ResourceType type, StoredObject stored) throws ApiError {
        var last = VersionedViews.full(type, writer.remove(type, stored));
        around.removed(type, last, writer);
    }

    private StoredObject existing(WriteTarget target) throws ApiError {
        var stored = writer.get(target.type(), target.namespace(), target.name());
        if (stored == null) {
            throw target.notFound();
        }
        return stored;
    }

    private static void checkDefinition(WriteTarget target, ObjectNode object) throws ApiError {
        if (target.type().kind().equals("CustomResourceDefinition")) {
            List<Cause> causes = DefinitionRules.check(object);
            if (!causes.isEmpty()) {
                throw ApiError.invalid(target.object(), causes);
            }
        }
    }

    private static void checkIdentity(WriteTarget target, ObjectNode before, ObjectNode body) throws ApiError {
        var uid = StoreJson.text(body, "metadata", "uid");
        var itsUid = StoreJson.text(before, "metadata", "uid");
        if (!uid.isEmpty() && !uid.equals(itsUid)) {
            throw ApiError.conflict(target.resource(),
                    "Precondition failed: UID in precondition: " + uid + ", UID in object meta: " + itsUid);
        }
    }
}
