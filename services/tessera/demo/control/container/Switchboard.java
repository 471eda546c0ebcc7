package tessera.demo.control.container;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.util.Optional;
import tessera.demo.api.kubelet.Kubelet;
import tessera.demo.api.kubelet.LogSource;
import tessera.demo.api.kubelet.Terminal;
import tessera.demo.api.kubelet.Unreachable;
import tessera.demo.api.kubelet.Usage;
import tessera.demo.object.ApiError;

/** The line between the API server and the agents on the nodes, which exist only once the server does. */
public final class Switchboard implements Kubelet {

    private volatile Kubelet agents = new Unreachable();

    /** Until this is called, nobody answers. */
    public void connect(Kubelet answering) {
        agents = answering;
    }

    @Override
    public LogSource log(ObjectNode pod, ObjectNode node, String container, boolean previous) throws ApiError {
        return agents.log(pod, node, container, previous);
    }

    @Override
    public int exec(ObjectNode pod, ObjectNode node, Command command, Terminal terminal)
            throws ApiError, IOException, InterruptedException {
        return agents.exec(pod, node, command, terminal);
    }

    @Override
    public Optional<Listener> listener(ObjectNode pod, ObjectNode node, int port) throws ApiError {
        return agents.listener(pod, node, port);
    }

    @Override
    public Reply toPod(ObjectNode pod, String port, Forwarded request) throws ApiError, IOException {
        return agents.toPod(pod, port, request);
    }

    @Override
    public Reply toNode(ObjectNode node, String port, Forwarded request) throws ApiError {
        return agents.toNode(node, port, request);
    }

    @Override
    public Usage usage(ObjectNode object) {
        return agents.usage(object);
    }
}
