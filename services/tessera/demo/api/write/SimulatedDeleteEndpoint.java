package tessera.demo.api.write;

import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.node.TextNode;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import tessera.demo.api.call.SimulatedApiResponseWriter;
import tessera.demo.api.call.SimulatedAuthenticatedRequest;
import tessera.demo.api.request.SimulatedListQueryOptions;
import tessera.demo.object.SimulatedApiException;
import tessera.demo.store.SimulatedResourceType;
import tessera.demo.store.SimulatedStoreJsonCodec;
import tessera.demo.store.objects.SimulatedDeleteOptions;
import tessera.demo.store.objects.SimulatedObjectWriteTarget;
import tessera.demo.store.select.SimulatedListObjectFilter;
import tessera.kube.schema.FieldViolation;

/** Endpoint that deletes one object or a collection. */
public final class SimulatedDeleteEndpoint {

    private SimulatedDeleteEndpoint() {}

    public static void answerDelete(SimulatedAuthenticatedRequest call, SimulatedResourceType type)
            throws IOException, SimulatedApiException {
        var target = SimulatedObjectWriteTarget.of(type, type.namespaced() ? call.info().namespace() : "",
                call.info().name());
        var deletion = call.storedObjects().delete(target, readOptions(call));
        if (deletion.isRemoved() && !type.traits().deletesGracefully()) {
            SimulatedApiResponseWriter.writeTree(call, 200, successStatus(target, deletion.object()));
        } else {
            SimulatedApiResponseWriter.writeObject(call, 200, type, deletion.object());
        }
    }

    public static void answerDeleteCollection(SimulatedAuthenticatedRequest call, SimulatedResourceType type)
            throws IOException, SimulatedApiException {
        var options = SimulatedListQueryOptions.parse(call.queryParameters(), false);
        var namespace = type.namespaced() ? call.info().namespace() : "";
        var selection = SimulatedListObjectFilter.parse(namespace, options.labelSelector(), options.fieldSelector(),
                type);
        long version = call.storedObjects().store().currentVersion();
        var deleted = call.storedObjects().deleteAll(type, selection, readOptions(call));
        var list = SimulatedStoreJsonCodec.newObject().put("kind", type.listKind()).put("apiVersion",
                type.apiVersion());
        list.putObject("metadata").put("resourceVersion", Long.toString(version));
        var items = list.putArray("items");
        for (var object : deleted) {
            if (!type.traits().isCustom()) {
                object.remove(List.of("kind", "apiVersion"));
            }
            items.add(object);
        }
        SimulatedApiResponseWriter.writeTree(call, 200, list);
    }

    private static ObjectNode successStatus(SimulatedObjectWriteTarget target, ObjectNode object) {
        var status = SimulatedApiResponseWriter.successStatus();
        var details = status.putObject("details").put("name", target.name());
        if (!target.type().group().isEmpty()) {
            details.put("group", target.type().group());
        }
        details.put("kind", target.type().plural()).put("uid",
                SimulatedStoreJsonCodec.textAt(object, "metadata", "uid"));
        return status;
    }

    /** Reads the options from the body or the query parameters; both may be absent. */
    private static SimulatedDeleteOptions readOptions(SimulatedAuthenticatedRequest call)
            throws IOException, SimulatedApiException {
        var body = call.readBody().length == 0 ? SimulatedStoreJsonCodec.newObject()
                : call.readObject("DeleteOptions").object();
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
        checkPropagation(SimulatedStoreJsonCodec.textAt(body, "propagationPolicy"));
        return new SimulatedDeleteOptions(body, SimulatedAuthenticatedRequest.isDryRun("DeleteOptions", dryRun));
    }

    private static long parseSeconds(String text) throws SimulatedApiException {
        try {
            return Long.parseLong(text);
        } catch (NumberFormatException e) {
            throw SimulatedApiException.badRequest("strconv.ParseInt: parsing \"" + text + "\": invalid syntax");
        }
    }

    private static void checkPropagation(String policy) throws SimulatedApiException {
        if (!policy.isEmpty() && !List.of("Orphan", "Background", "Foreground").contains(policy)) {
            throw SimulatedApiException.invalid(
                    new SimulatedApiException.ErrorSubject("meta.k8s.io", "DeleteOptions", ""),
                    FieldViolation.notSupported("propagationPolicy", TextNode.valueOf(policy),
                            List.of("Foreground", "Background", "Orphan", "nil")));
        }
    }
}
