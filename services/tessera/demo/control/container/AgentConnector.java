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

/** A deferred link between the API server and the kubelets, which exist only after the server. */
public final class AgentConnector implements KubeletEndpoint {

    private volatile KubeletEndpoint agents = new UnreachableNodes();

    /** Connects the kubelets; until then requests to them stay unanswered. */
    public void connect(KubeletEndpoint answering) {
        agents = answering;
    }

    @Override
    public ContainerLogSource containerLog(ObjectNode pod, ObjectNode node, String container, boolean previous)
            throws ApiError {
        return agents.containerLog(pod, node, container, previous);
    }

    @Override
    public int execCommand(ObjectNode pod, ObjectNode node, ContainerCommand command, RemoteTerminal terminal)
            throws ApiError, IOException, InterruptedException {
        return agents.execCommand(pod, node, command, terminal);
    }

    @Override
    public Optional<PodPortListener> listenerAt(ObjectNode pod, ObjectNode node, int port) throws ApiError {
        return agents.listenerAt(pod, node, port);
    }

    @Override
    public ForwardedReply forwardToPod(ObjectNode pod, String port, ForwardedRequest request)
            throws ApiError, IOException {
        return agents.forwardToPod(pod, port, request);
    }

    @Override
    public ForwardedReply forwardToNode(ObjectNode node, String port, ForwardedRequest request) throws ApiError {
        return agents.forwardToNode(node, port, request);
    }

    @Override
    public MeasuredUsage measureUsage(ObjectNode object) {
        return agents.measureUsage(object);
    }
}
