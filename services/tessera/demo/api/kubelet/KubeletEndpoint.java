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
 * The agents on the nodes, as far as the API server passes requests on to them. What is asked has been checked before:
 * the pod exists, is bound to a node that exists, and has the container. Any thread.
 */
public interface KubeletEndpoint {

    /**
     * What a container has written.
     *
     * @param previous the run before the current one
     * @throws ApiError if the node cannot tell, e.g. because the container has not started
     */
    ContainerLogSource log(ObjectNode pod, ObjectNode node, String container, boolean previous) throws ApiError;

    /**
     * A command for a container.
     *
     * @param words  empty to attach to what runs already
     * @param tty    whether output is to look as on a terminal
     */
    record ContainerCommand(String container, List<String> words, boolean stdin, boolean stdout, boolean stderr,
            boolean tty) {}

    /**
     * Runs a command until it ends.
     *
     * @return its exit code
     * @throws ApiError    if it cannot be started
     * @throws IOException if the client has gone
     */
    int exec(ObjectNode pod, ObjectNode node, ContainerCommand command, RemoteTerminal terminal)
            throws ApiError, IOException, InterruptedException;

    /** What listens at a port of a pod. */
    @FunctionalInterface
    interface Listener {

        /**
         * Talks with one client until either has had enough.
         *
         * @throws IOException if the client has gone
         */
        void talk(InputStream from, OutputStream to) throws IOException;
    }

    /**
     * What listens at a port of a pod.
     *
     * @return nothing if nobody does
     * @throws ApiError if the node cannot be reached
     */
    Optional<Listener> listener(ObjectNode pod, ObjectNode node, int port) throws ApiError;

    /** A request that is passed on. */
    record ForwardedRequest(String method, String path, String query, HeaderFields headers, String body) {}

    /** What came back. */
    record Reply(int status, HeaderFields headers, String body) {}

    /**
     * Passes a request on to a port of a pod.
     *
     * @param port a number, or the name of a container's port; empty for the first there is
     * @throws ApiError    if it cannot be reached
     * @throws IOException if it was given up before there was an answer
     */
    Reply toPod(ObjectNode pod, String port, ForwardedRequest request) throws ApiError, IOException;

    /**
     * Passes a request on to a port of a node.
     *
     * @param port empty for the kubelet's own
     */
    Reply toNode(ObjectNode node, String port, ForwardedRequest request) throws ApiError;

    /**
     * What a node, or the containers of a pod, use of processors and memory.
     *
     * @return without parts where nobody answers, or nothing runs
     */
    MeasuredUsage usage(ObjectNode object);
}
