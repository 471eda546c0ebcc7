package tessera.demo.control.container;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.util.Optional;
import tessera.demo.api.kubelet.SimulatedCommandStreams;
import tessera.demo.api.kubelet.SimulatedContainerLog;
import tessera.demo.api.kubelet.SimulatedKubeletApi;
import tessera.demo.api.kubelet.SimulatedResourceUsage;
import tessera.demo.api.kubelet.SimulatedUnreachableKubelet;
import tessera.demo.object.SimulatedApiException;

/** A deferred link between the API server and the kubelets, which exist only after the server. */
public final class SimulatedKubeletConnector implements SimulatedKubeletApi {

    private volatile SimulatedKubeletApi agents = new SimulatedUnreachableKubelet();

    /** Connects the kubelets; until then requests to them stay unanswered. */
    public void connect(SimulatedKubeletApi answering) {
        agents = answering;
    }

    @Override
    public SimulatedContainerLog containerLog(ObjectNode pod, ObjectNode node, String container, boolean previous)
            throws SimulatedApiException {
        return agents.containerLog(pod, node, container, previous);
    }

    @Override
    public int execCommand(ObjectNode pod, ObjectNode node, RemoteCommandRequest command,
            SimulatedCommandStreams terminal)
            throws SimulatedApiException, IOException, InterruptedException {
        return agents.execCommand(pod, node, command, terminal);
    }

    @Override
    public Optional<SimulatedPodPortServer> listenerAt(ObjectNode pod, ObjectNode node, int port)
            throws SimulatedApiException {
        return agents.listenerAt(pod, node, port);
    }

    @Override
    public PodProxyResponse forwardToPod(ObjectNode pod, String port, PodProxyRequest request)
            throws SimulatedApiException, IOException {
        return agents.forwardToPod(pod, port, request);
    }

    @Override
    public PodProxyResponse forwardToNode(ObjectNode node, String port, PodProxyRequest request)
            throws SimulatedApiException {
        return agents.forwardToNode(node, port, request);
    }

    @Override
    public SimulatedResourceUsage measureUsage(ObjectNode object) {
        return agents.measureUsage(object);
    }
}
