package tessera.demo.control.container;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.util.Optional;
import tessera.demo.api.kubelet.ContainerLogSource;
import tessera.demo.api.kubelet.KubeletEndpoint;
import tessera.demo.api.kubelet.MeasuredUsage;
import tessera.demo.api.kubelet.RemoteTerminal;
import tessera.demo.api.kubelet.UnreachableNodes;
import tessera.demo.object.ApiError;

/** The line between the API server and the agents on the nodes, which exist only once the server does. */
public final class AgentConnector implements KubeletEndpoint {

    private volatile KubeletEndpoint agents = new UnreachableNodes();

    /** Until this is called, nobody answers. */
    public void connect(KubeletEndpoint answering) {
        agents = answering;
    }

    @Override
    public ContainerLogSource log(ObjectNode pod, ObjectNode node, String container, boolean previous) throws ApiError {
        return agents.log(pod, node, container, previous);
    }

    @Override
    public int exec(ObjectNode pod, ObjectNode node, ContainerCommand command, RemoteTerminal terminal)
            throws ApiError, IOException, InterruptedException {
        return agents.exec(pod, node, command, terminal);
    }

    @Override
    public Optional<Listener> listener(ObjectNode pod, ObjectNode node, int port) throws ApiError {
        return agents.listener(pod, node, port);
    }

    @Override
    public Reply toPod(ObjectNode pod, String port, ForwardedRequest request) throws ApiError, IOException {
        return agents.toPod(pod, port, request);
    }

    @Override
    public Reply toNode(ObjectNode node, String port, ForwardedRequest request) throws ApiError {
        return agents.toNode(node, port, request);
    }

    @Override
    public MeasuredUsage usage(ObjectNode object) {
        return agents.usage(object);
    }
}
