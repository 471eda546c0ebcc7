package tessera.demo.api.kubelet;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.util.List;
import java.util.Optional;
import tessera.demo.http.HeaderFields;
import tessera.demo.object.ApiError;

/**
 * The kubelets, as the API server passes requests on to them. What is asked has been checked before:
 * the pod exists, is bound to a node that exists, and has the container. Any thread.
 */
public interface KubeletEndpoint {

    /**
     * Returns the log of a container.
     *
     * @param previous the run before the current one
     * @throws ApiError if the node cannot tell, e.g. because the container has not started
     */
    ContainerLogSource containerLog(ObjectNode pod, ObjectNode node, String container, boolean previous)
            throws ApiError;

    /**
     * A command to run in a container.
     *
     * @param commandLine  empty to attach to what runs already
     * @param tty    whether output is to look as on a terminal
     */
    record ContainerCommand(String container, List<String> commandLine, boolean stdin, boolean stdout, boolean stderr,
            boolean tty) {}

    /**
     * Runs a command until it ends, and returns its exit code.
     *
     * @return its exit code
     * @throws ApiError    if it cannot be started
     * @throws IOException if the client has gone
     */
    int execCommand(ObjectNode pod, ObjectNode node, ContainerCommand command, RemoteTerminal terminal)
            throws ApiError, IOException, InterruptedException;

    /** A listener at a port of a pod. */
    @FunctionalInterface
    interface PodPortListener {

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
     * @throws ApiError if the node cannot be reached
     */
    Optional<PodPortListener> listenerAt(ObjectNode pod, ObjectNode node, int port) throws ApiError;

    /** A request to forward. */
    record ForwardedRequest(String method, String path, String query, HeaderFields headers, String body) {}

    /** The reply to a forwarded request. */
    record ForwardedReply(int status, HeaderFields headers, String body) {}

    /**
     * Forwards a request to a port of a pod.
     *
     * @param port a number, or the name of a container's port; empty for the first there is
     * @throws ApiError    if it cannot be reached
     * @throws IOException if it was given up before there was an answer
     */
    ForwardedReply forwardToPod(ObjectNode pod, String port, ForwardedRequest request) throws ApiError, IOException;

    /**
     * Forwards a request to a port of a node.
     *
     * @param port empty for the kubelet's own
     */
    ForwardedReply forwardToNode(ObjectNode node, String port, ForwardedRequest request) throws ApiError;

    /**
     * Returns the cpu and memory usage of a node, or of the containers of a pod.
     *
     * @return without parts where nobody answers, or nothing runs
     */
    MeasuredUsage measureUsage(ObjectNode object);
}
