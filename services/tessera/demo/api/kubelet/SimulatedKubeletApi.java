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
 * The kubelet of a node that answers. What is asked has been checked before: the pod exists, is bound to the node, and
 * has the container. Any thread.
 */
public interface SimulatedKubeletApi {

    /**
     * Returns the log of a container.
     *
     * @param previous the run before the current one
     * @throws SimulatedApiException if there is none, e.g. because the container has not started
     */
    SimulatedContainerLog containerLog(ObjectNode pod, ObjectNode node, String container, boolean previous)
            throws SimulatedApiException;

    /**
     * A command to run in a container.
     *
     * @param commandLine empty to attach to what runs already
     * @param tty         whether output is to look as on a terminal
     */
    record RemoteCommandRequest(String container, List<String> commandLine, boolean stdin, boolean stdout,
            boolean stderr, boolean tty) {}

    /**
     * Runs a command until it ends, and returns its exit code.
     *
     * @throws SimulatedApiException if it cannot be started
     * @throws IOException           if the client has gone
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

    /** Returns the listener at a port of a pod; empty if there is none. */
    Optional<SimulatedPodPortServer> listenerAt(ObjectNode pod, int port);

    /** A request to forward. */
    record PodProxyRequest(String method, String path, String query, HttpHeaderFields headers, String body) {}

    /** The reply to a forwarded request. */
    record PodProxyResponse(int status, HttpHeaderFields headers, String body) {}

    /**
     * Forwards a request to a port of a pod; returns nothing if nobody answers there.
     *
     * @throws IOException if it was given up before there was an answer
     */
    Optional<PodProxyResponse> forwardToPod(ObjectNode pod, String port, PodProxyRequest request) throws IOException;

    /** Returns the cpu and memory usage of a node, or of the containers of a pod. */
    SimulatedResourceUsage measureUsage(ObjectNode object);
}
