package tessera.demo.api.subresource;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.util.Map;
import tessera.demo.api.call.SimulatedApiResponseWriter;
import tessera.demo.api.call.SimulatedAuthenticatedRequest;
import tessera.demo.object.SimulatedApiException;
import tessera.demo.object.SimulatedApiException.ErrorSubject;
import tessera.demo.store.SimulatedStoreJsonCodec;

/** Endpoint of the deprecated {@code componentstatuses} API. */
public final class SimulatedComponentStatusEndpoint {

    private static final Map<String, Integer> PORTS = Map.of("scheduler", 10259, "controller-manager", 10257);

    private SimulatedComponentStatusEndpoint() {}

    public static void answerStatuses(SimulatedAuthenticatedRequest call) throws IOException, SimulatedApiException {
        call.addWarning("v1 ComponentStatus is deprecated in v1.19+");
        var name = call.info().name();
        if (name.isEmpty()) {
            var list = SimulatedStoreJsonCodec.newObject().put("kind", "ComponentStatusList").put("apiVersion", "v1");
            list.putObject("metadata");
            list.putArray("items").add(componentStatus("scheduler")).add(componentStatus("controller-manager"))
                    .add(componentStatus("etcd-0"));
            SimulatedApiResponseWriter.writeTree(call, 200, list);
        } else if (PORTS.containsKey(name) || name.equals("etcd-0")) {
            var full = SimulatedStoreJsonCodec.newObject().put("kind", "ComponentStatus").put("apiVersion", "v1");
            full.setAll(componentStatus(name));
            SimulatedApiResponseWriter.writeTree(call, 200, full);
        } else {
            throw SimulatedApiException.notFound(new ErrorSubject("", "componentstatuses", name));
        }
    }

    private static ObjectNode componentStatus(String name) {
        var component = SimulatedStoreJsonCodec.newObject();
        component.putObject("metadata").put("name", name);
        var condition = component.putArray("conditions").addObject().put("type", "Healthy");
        var port = PORTS.get(name);
        if (port == null) {
            condition.put("status", "True").put("message", "ok");
        } else {
            condition.put("status", "False").put("message",
                    "Get \"https://127.0.0.1:%d/healthz\": dial tcp 127.0.0.1:%d: connect: connection refused"
                            .formatted(port,
                                    port));
        }
        return component;
    }
}
