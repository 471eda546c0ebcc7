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

/** Deletes objects, one or many. */
public final class DeleteEndpoint {

    private DeleteEndpoint() {}

    public static void one(ApiCall call, ResourceType type) throws IOException, ApiError {
        var target = WriteTarget.of(type, type.namespaced() ? call.info().namespace() : "", call.info().name());
        var deletion = call.objects().delete(target, options(call));
        if (deletion.gone() && !type.traits().graceful()) {
            ResponseWriter.tree(call, 200, success(target, deletion.object()));
        } else {
            ResponseWriter.object(call, 200, type, deletion.object());
        }
    }

    public static void many(ApiCall call, ResourceType type) throws IOException, ApiError {
        var options = ListOptions.parse(call.query(), false);
        var namespace = type.namespaced() ? call.info().namespace() : "";
        var selection = ObjectSelection.parse(namespace, options.labelSelector(), options.fieldSelector(), type);
        long version = call.objects().store().version();
        var deleted = call.objects().deleteAll(type, selection, options(call));
        var list = StoreJson.object().put("kind", type.listKind()).put("apiVersion", type.apiVersion());
        list.putObject("metadata").put("resourceVersion", Long.toString(version));
        var items = list.putArray("items");
        for (var object : deleted) {
            if (!type.traits().custom()) {
                object.remove(List.of("kind", "apiVersion"));
            }
            items.add(object);
        }
        ResponseWriter.tree(call, 200, list);
    }

    private static ObjectNode success(WriteTarget target, ObjectNode object) {
        var status = ResponseWriter.status();
        var details = status.putObject("details").put("name", target.name());
        if (!target.type().group().isEmpty()) {
            details.put("group", target.type().group());
        }
        details.put("kind", target.type().plural()).put("uid", StoreJson.text(object, "metadata", "uid"));
        return status;
    }

    /** Options come in the body, in the parameters, or in neither. */
    private static DeleteOptions options(ApiCall call) throws IOException, ApiError {
        var body = call.bytes().length == 0 ? StoreJson.object() : call.body("DeleteOptions").object();
        var dryRun = new ArrayList<>(call.query().all("dryRun"));
        body.path("dryRun").forEach(value -> dryRun.add(value.asText()));
        var grace = call.query().first("gracePeriodSeconds", "");
        if (!grace.isEmpty() && !body.hasNonNull("gracePeriodSeconds")) {
            body.put("gracePeriodSeconds", seconds(grace));
        }
        var propagation = call.query().first("propagationPolicy", "");
        if (!propagation.isEmpty() && !body.hasNonNull("propagationPolicy")) {
            body.put("propagationPolicy", propagation);
        }
        checkPropagation(StoreJson.text(body, "propagationPolicy"));
        return new DeleteOptions(body, ApiCall.dryRun("DeleteOptions", dryRun));
    }

    private static long seconds(String text) throws ApiError {
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
