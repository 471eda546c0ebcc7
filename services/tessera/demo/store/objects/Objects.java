package tessera.demo.store.objects;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import tessera.demo.object.ApiError;
import tessera.demo.store.Catalog;
import tessera.demo.store.Change;
import tessera.demo.store.Json;
import tessera.demo.store.ResourceType;
import tessera.demo.store.Store;
import tessera.demo.store.select.Selection;

/**
 * The objects of the cluster, under the same rules for clients on the wire and for controllers in the process.
 *
 * <ul>
 *   <li><b>Shape:</b> JSON trees with {@code kind} and {@code apiVersion}; each is the caller's own copy.
 *   <li><b>Errors:</b> {@link ApiError}, in the words of a real server.
 *   <li><b>Threads:</b> any; writes happen one after the other, and what is read within one does not change meanwhile.
 * </ul>
 */
public final class Objects {

    private final Surroundings around;

    public Objects(Surroundings around) {
        this.around = around;
    }

    public Store store() {
        return around.store();
    }

    public Catalog catalog() {
        return around.catalog();
    }

    public Schemas schemas() {
        return around.schemas();
    }

    /** An object, or null if it does not exist. */
    public @Nullable ObjectNode find(ResourceType type, String namespace, String name) {
        var stored = around.store().get(type, namespace, name);
        return stored == null ? null : Views.full(type, stored);
    }

    public ObjectNode get(Target target) throws ApiError {
        var object = find(target.type(), target.namespace(), target.name());
        if (object == null) {
            throw target.notFound();
        }
        return object;
    }

    public List<ObjectNode> list(ResourceType type, Selection selection) {
        return around.store().list(type, selection.namespace()).objects().stream().filter(selection::matches)
                .map(object -> Views.full(type, object)).toList();
    }

    /** Creates an object; name, namespace and all else are taken from the tree. */
    public ObjectNode create(ResourceType type, ObjectNode object, WriteOptions options) throws ApiError {
        return create(Target.of(type, Json.text(object, "metadata", "namespace"), ""), object, options);
    }

    /** Creates an object in the target's namespace; the target's name is not looked at. */
    public ObjectNode create(Target target, ObjectNode object, WriteOptions options) throws ApiError {
        return write(target, (writing, kept) -> writing.create(kept, kept(target, object), options));
    }

    /** Puts a new state in place of the old one; its resource version, if it has one, must be the current one. */
    public ObjectNode replace(Target target, ObjectNode object, WriteOptions options) throws ApiError {
        return write(target, (writing, kept) -> writing.replace(kept, kept(target, object), options));
    }

    /** Changes an object; what the edit sees cannot be changed by others meanwhile. */
    public ObjectNode edit(Target target, Edit edit, WriteOptions options) throws ApiError {
        return write(target, (writing, kept) -> writing.edit(kept, edit, options));
    }

    /**
     * Changes an object as a patch says. An apply creates what does not exist.
     *
     * @param made told that the object is new
     */
    public ObjectNode patch(Target target, Patch patch, WriteOptions options, Runnable made) throws ApiError {
        return write(target, (writing, kept) -> writing.patch(kept, patch, options, made));
    }

    public Deletion delete(Target target, DeleteOptions options) throws ApiError {
        return around.store().write(writer -> new Writing(around, writer).delete(kept(target), options));
    }

    /** Deletes all that a selection holds, and tells their last states. */
    public List<ObjectNode> deleteAll(ResourceType type, Selection selection, DeleteOptions options) throws ApiError {
        return around.store().write(writer -> {
            var deleted = new ArrayList<ObjectNode>();
            for (var object : writer.list(type, selection.namespace())) {
                if (selection.matches(object)) {
                    var target = kept(Target.of(type, object.namespace(), object.name()));
                    deleted.add(new Writing(around, writer).delete(target, options).object());
                }
            }
            return deleted;
        });
    }

    /** Binds a pod to a node, as a Binding says. */
    public void bind(String namespace, String name, JsonNode binding, boolean dryRun) throws ApiError {
        around.store().write(writer -> {
            new PodWriting(around, writer).bind(namespace, name, binding, dryRun);
            return writer;
        });
    }

    /** Deletes a pod, if the disruption budgets let it go. */
    public void evict(String namespace, String name, DeleteOptions options) throws ApiError {
        around.store().write(writer -> {
            new PodWriting(around, writer).evict(namespace, name, options);
            return writer;
        });
    }

    /**
     * Puts a state that needs no checking in place of the old one: for what the server itself keeps up to date. Nothing
     * happens if they are the same.
     */
    public void overwrite(Target target, ObjectNode object) throws ApiError {
        around.store().write(writer -> {
            new Writing(around, writer).overwrite(target, object);
            return writer;
        });
    }

    /** As {@link #overwrite}; but an object that is being deleted and is now held by nothing goes. */
    public void release(Target target, ObjectNode object) throws ApiError {
        around.store().write(writer -> {
            new Writing(around, writer).release(target, object);
            return writer;
        });
    }

    /** Several writes as one: nobody sees, or does, anything between them. */
    public <T> T together(Together<T> writes) throws ApiError {
        return around.store().write(_ -> writes.with(this));
    }

    /** Several writes. */
    @FunctionalInterface
    public interface Together<T> {
        T with(Objects objects) throws ApiError;
    }

    /**
     * Tells what exists, each as {@code ADDED}, and then every change, in order, on a thread of its own. None is missed.
     *
     * @return ends it
     */
    public Runnable follow(ResourceType type, Consumer<Change> follower) {
        var start = around.store().watch(type, "", Integer.MAX_VALUE);
        Thread.ofVirtual().name("follows-" + type.plural()).start(new Following(start, follower));
        return start.watch()::close;
    }

    @FunctionalInterface
    private interface Write {
        ObjectNode with(Writing writing, Target kept) throws ApiError;
    }

    private ObjectNode write(Target target, Write write) throws ApiError {
        return Views.shown(target.type(),
                around.store().write(writer -> write.with(new Writing(around, writer), kept(target))));
    }

    /** Views of the same objects are written as those are kept. */
    private Target kept(Target target) {
        var type = Views.direct(target.type()) ? target.type() : Views.kept(target.type(), around.catalog());
        return new Target(type, target.namespace(), target.name(), target.subresource());
    }

    private ObjectNode kept(Target target, ObjectNode object) {
        return Views.direct(target.type())
                ? object.deepCopy()
                : Views.shown(kept(target).type(), Views.kept(target.type(), object.deepCopy()));
    }
}
