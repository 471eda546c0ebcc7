package tessera.demo.api.kubelet;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.util.List;
import java.util.Optional;
import tessera.demo.http.HttpHeaderFields;
import tessera.demo.object.SimulatedApiException;

/**
 * The kubelets, as the API server passes requests on to them. What is asked has been checked before:
 * the pod exists, is bound to a node that exists, and has the container. Any thread.
 */
public interface SimulatedKubeletApi {

    /**
     * Returns the log of a container.
     *
     * @param previous the run before the current one
     * @throws SimulatedApiException if the node cannot tell, e.g. because the container has not started
     */
    SimulatedContainerLog containerLog(ObjectNode pod, ObjectNode node, String container, boolean previous)
            throws SimulatedApiException;

    /**
     * A command to run in a container.
     *
     * @param commandLine  empty to attach to what runs already
     * @param tty    whether output is to look as on a terminal
     */
    record RemoteCommandRequest(String container, List<String> commandLine, boolean stdin, boolean stdout,
            boolean stderr,
            boolean tty) {}

    /**
     * Runs a command until it ends, and returns its exit code.
     *
     * @return its exit code
     * @throws SimulatedApiException    if it cannot be started
     * @throws IOException if the client has gone
     */
    int execCommand(ObjectNode pod, ObjectNode node, RemoteCommandRequest command, SimulatedCommandStreams terminal)
            throws SimulatedApiException, IOException, InterruptedException;

    /** A listener at a port of a pod. */
    @FunctionalInterface
    interface SimulatedPodPortServer {

        /**
         * Talks with one client until either side ends.
         *
         * @throws IOException if the client has gone
         */
        void serveClient(InputStream from, OutputStream to) throws IOException;
    }

    /**
     * Returns the listener at a port of a pod; empty if there is none.
     *
     * @return nothing if nobody does
     * @throws SimulatedApiException if the node cannot be reached
     */
    Optional<SimulatedPodPortServer> listenerAt(ObjectNode pod, ObjectNode node, int port) throws SimulatedApiException;

    /** A request to forward. */
    record PodProxyRequest(String method, String path, String query, HttpHeaderFields headers, String body) {}

    /** The reply to a forwarded request. */
    record PodProxyResponse(int status, HttpHeaderFields headers, String body) {}

    /**
     * Forwards a request to a port of a pod.
     *
     * @param port a number, or the name of a container's port; empty for the first there is
     * @throws SimulatedApiException    if it cannot be reached
     * @throws IOException if it was given up before there was an answer
     */
    PodProxyResponse forwardToPod(ObjectNode pod, String port, PodProxyRequest request)
            throws SimulatedApiException, IOException;

    /**
     * Forwards a request to a port of a node.
     *
     * @param port empty for the kubelet's own
     */
    PodProxyResponse forwardToNode(ObjectNode node, String port, PodProxyRequest request) throws SimulatedApiException;

    /**
     * Returns the cpu and memory usage of a node, or of the containers of a pod.
     *
     * @return without parts where nobody answers, or nothing runs
     */
    SimulatedResourceUsage measureUsage(ObjectNode object);
}
