package tessera.demo.api.write;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import tessera.demo.api.call.ApiCall;
import tessera.demo.api.call.ResponseWriter;
import tessera.demo.api.request.ListOptions;
import tessera.demo.object.ApiError;
import tessera.demo.store.ResourceType;
import tessera.demo.store.StoreJson;
import tessera.demo.store.objects.DeleteOptions;
import tessera.demo.store.objects.WriteTarget;
import tessera.demo.store.select.ObjectSelection;

/** Endpoint that deletes one object or a collection. */
public final class DeleteEndpoint {

    private DeleteEndpoint() {}

    public static void answerDelete(ApiCall call, ResourceType type) throws IOException, ApiError {
        var target = WriteTarget.of(type, type.namespaced() ? call.info().namespace() : "", call.info().name());
        var deletion = call.storedObjects().delete(target, readOptions(call));
        if (deletion.isRemoved() && !type.traits().deletesGracefully()) {
            ResponseWriter.writeTree(call, 200, successStatus(target, deletion.object()));
        } else {
            ResponseWriter.writeObject(call, 200, type, deletion.object());
        }
    }

    public static void answerDeleteCollection(ApiCall call, ResourceType type) throws IOException, ApiError {
        var options = ListOptions.parse(call.queryParameters(), false);
        var namespace = type.namespaced() ? call.info().namespace() : "";
        var selection = ObjectSelection.parse(namespace, options.labelSelector(), options.fieldSelector(), type);
        long version = call.storedObjects().store().currentVersion();
        var deleted = call.storedObjects().deleteAll(type, selection, readOptions(call));
        var list = StoreJson.newObject().put("kind", type.listKind()).put("apiVersion", type.apiVersion());
        list.putObject("metadata").put("resourceVersion", Long.toString(version));
        var items = list.putArray("items");
        for (var object : deleted) {
            if (!type.traits().isCustom()) {
                object.remove(List.of("kind", "apiVersion"));
            }
            items.add(object);
        }
        ResponseWriter.writeTree(call, 200, list);
    }

    private static ObjectNode successStatus(WriteTarget target, ObjectNode object) {
        var status = ResponseWriter.successStatus();
        var details = status.putObject("details").put("name", target.name());
        if (!target.type().group().isEmpty()) {
            details.put("group", target.type().group());
        }
        details.put("kind", target.type().plural()).put("uid", StoreJson.textAt(object, "metadata", "uid"));
        return status;
    }

    /** Reads the options from the body or the query parameters; both may be absent. */
    private static DeleteOptions readOptions(ApiCall call) throws IOException, ApiError {
        var body = call.readBody().length == 0 ? StoreJson.newObject() : call.readObject("DeleteOptions").object();
        var dryRun = new ArrayList<>(call.queryParameters().allValues("dryRun"));
        body.path("dryRun").forEach(value -> dryRun.add(value.asText()));
        var grace = call.queryParameters().firstValue("gracePeriodSeconds", "");
        if (!grace.isEmpty() && !body.hasNonNull("gracePeriodSeconds")) {
            body.put("gracePeriodSeconds", parseSeconds(grace));
        }
        var propagation = call.queryParameters().firstValue("propagationPolicy", "");
        if (!propagation.isEmpty() && !body.hasNonNull("propagationPolicy")) {
            body.put("propagationPolicy", propagation);
        }
        checkPropagation(StoreJson.textAt(body, "propagationPolicy"));
        return new DeleteOptions(body, ApiCall.isDryRun("DeleteOptions", dryRun));
    }

    private static long parseSeconds(String text) throws ApiError {
        try {
            return Long.parseLong(text);
        } catch (NumberFormatException e) {
            throw ApiError.badRequest("strconv.ParseInt: parsing \"" + text + "\": invalid syntax");
        }
    }

    private static void checkPropagation(String policy) throws ApiError {
        if (!policy.isEmpty() && !List.of("Orphan", "Background", "Foreground").contains(policy)) {
            throw ApiError.invalid(new ApiError.ErrorSubject("meta.k8s.io", "DeleteOptions", ""),
                    List.of(new ApiError.Cause("FieldValueNotSupported", "Unsupported value: \"" + policy
                            + "\": supported values: \"Foreground\", \"Background\", \"Orphan\", \"nil\"",
                            "propagationPolicy")));
        }
    }
}
