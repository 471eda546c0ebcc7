package tessera.demo;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import org.jspecify.annotations.Nullable;
import tessera.demo.fixture.FleetObjects;
import tessera.demo.object.ApiError;
import tessera.demo.store.StoreJson;
import tessera.demo.store.StoreWriter;
import tessera.demo.store.objects.StoredObjects;
import tessera.demo.store.objects.WriteOptions;
import tessera.demo.store.objects.WriteTarget;

/** Puts a fleet into an empty cluster as if it had long been there. */
record FleetInstaller(StoredObjects objects) {

    private static final String DEFINITION = "CustomResourceDefinition";
    private static final int BATCH = 128;
    private static final int BATCHES = 16;

    /** Objects are written down on one thread and put into the store on another: large fleets take a while for both. */
    void plant(FleetObjects fleet) throws InterruptedException {
        var belt = new ArrayBlockingQueue<List<ObjectNode>>(BATCHES);
        var writing = new FutureTask<@Nullable Void>(() -> {
            emit(fleet, belt);
            return null;
        });
        Thread.ofPlatform().daemon().name("fleet").start(writing);
        for (var batch = belt.take(); !batch.isEmpty(); batch = belt.take()) {
            batch.forEach(this::plant);
        }
        try {
            writing.get();
        } catch (ExecutionException e) {
            throw new IllegalStateException("the fleet could not be written down", e.getCause());
        }
    }

    /** Puts some objects there, in their order: those that say how they are as they are, others as a server would make them. */
    void plant(List<ObjectNode> some) {
        for (var object : some) {
            if (object.has("status") || StoreJson.text(object, "kind").equals(DEFINITION)) {
                plant(object);
            } else {
                make(object);
            }
        }
    }

    private void make(ObjectNode object) {
        var type = objects.catalog().ofKind(StoreJson.text(object, "apiVersion"), StoreJson.text(object, "kind"));
        if (type == null) {
            throw new IllegalStateException("there is no kind " + StoreJson.text(object, "kind"));
        }
        try {
            objects.create(type, object, WriteOptions.by("helm"));
        } catch (ApiError e) {
            throw new IllegalStateException("an object of the environment may not be", e);
        }
    }

    /** Puts objects on the belt in batches, and an empty one at the end. */
    private static void emit(FleetObjects fleet, BlockingQueue<List<ObjectNode>> belt) throws InterruptedException {
        var batch = new ArrayList<ObjectNode>(BATCH);
        try {
            fleet.emit(object -> {
                batch.add(object);
                if (batch.size() == BATCH) {
                    put(belt, batch);
                }
            });
            if (!batch.isEmpty()) {
                put(belt, batch);
            }
        } finally {
            belt.put(List.of());
        }
    }

    private static void put(BlockingQueue<List<ObjectNode>> belt, List<ObjectNode> batch) {
        try {
            belt.put(List.copyOf(batch));
            batch.clear();
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    private void plant(ObjectNode object) {
        try {
            if (StoreJson.text(object, "kind").equals(DEFINITION)) {
                define(object);
            } else {
                objects.store().write(writer -> load(writer, object));
            }
        } catch (ApiError e) {
            throw new IllegalStateException("the fleet has an object that may not be", e);
        }
    }

    /** What every cluster is born with is left as it is. */
    private StoreWriter load(StoreWriter writer, ObjectNode object) {
        var type = objects.catalog().ofKind(StoreJson.text(object, "apiVersion"), StoreJson.text(object, "kind"));
        if (type == null) {
            throw new IllegalStateException(
                    "the fleet has an object of no known kind: " + StoreJson.text(object, "kind"));
        }
        if (writer.get(type, StoreJson.text(object, "metadata", "namespace"),
                StoreJson.text(object, "metadata", "name")) == null) {
            object.remove("kind");
            object.remove("apiVersion");
            writer.load(type, object);
        }
        return writer;
    }

    /** Definitions must be understood before objects of their kinds can come; their age is put right afterwards. */
    private void define(ObjectNode definition) throws ApiError {
        var type = objects.catalog().get("customresourcedefinitions.apiextensions.k8s.io");
        var name = StoreJson.text(definition, "metadata", "name");
        var since = StoreJson.text(definition, "metadata", "creationTimestamp");
        definition.remove("status");
        objects.create(type, definition, WriteOptions.by("helm"));
        var target = WriteTarget.of(type, "", name);
        var established = objects.get(target);
        StoreJson.child(established, "metadata").put("creationTimestamp", since);
        objects.overwrite(target, established);
    }
}
