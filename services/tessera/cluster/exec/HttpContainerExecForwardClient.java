package tessera.cluster.exec;

import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import tessera.cluster.http.ApiRequest;
import tessera.cluster.http.DuplexConnection;
import tessera.cluster.http.DuplexMessageListener;
import tessera.cluster.object.ApiObjectReader;
import tessera.cluster.object.ApiPathBuilder;
import tessera.cluster.object.ServerVersionReader;
import tessera.exec.ContainerExecForwardClient;
import tessera.exec.ExecOutputListener;
import tessera.exec.ExecRequest;
import tessera.exec.ExecSession;
import tessera.exec.PodPortConnection;
import tessera.exec.PortConnectionListener;
import tessera.model.ObjectRef;
import tessera.model.Problem;
import tessera.model.Problem.OperationProblemKind;
import tessera.model.ProblemException;
import tessera.model.RequiredPermission;
import tessera.plan.step.PlanStepExecutor;
import tessera.text.MessageCatalog;

/** Exec and port forwarding to the containers of a cluster, through its API server and the write gate. */
public final class HttpContainerExecForwardClient implements ContainerExecForwardClient {

    private static final MessageCatalog MESSAGES = MessageCatalog.of(HttpContainerExecForwardClient.class);

    /** The newer one can be told that no more will be typed. */
    private static final List<String> PROTOCOLS = List.of("v5.channel.k8s.io", "v4.channel.k8s.io");

    /** Ports have no newer one; SPDY in a tunnel, which kubectl speaks, brings nothing to one port a connection. */
    private static final List<String> PORT_PROTOCOLS = List.of("v4.channel.k8s.io");

    private final ApiObjectReader.ApiTransportSupplier transportSupplier;
    private final PlanStepExecutor executor;

    /**
     * The containers of one cluster.
     *
     * @param executor tells what may be done; for explanations only, as the gate and the server decide
     */
    public HttpContainerExecForwardClient(ApiObjectReader.ApiTransportSupplier transportSupplier,
            PlanStepExecutor executor) {
        this.transportSupplier = transportSupplier;
        this.executor = executor;
    }

    @Override
    public Optional<Problem> findRefusal(ObjectRef pod, ContainerPermissionKind use)
            throws ProblemException, InterruptedException {
        if (executor.changeBlock().isPresent()) {
            return Optional.of(
                    Problem.of(OperationProblemKind.READ_ONLY, new ContainerAccessReason.ContainerAccessReadOnly(use)));
        }
        // A WebSocket begins with a GET, so “get” is what a server asks its rules for; newer ones ask for “create”, too.
        var answer = executor.checkAccess(RequiredPermission.forObject("get", pod, use.subresourceName()));
        if (answer.allowed()) {
            answer = executor.checkAccess(RequiredPermission.forObject("create", pod, use.subresourceName()));
            if (!answer.allowed()
                    && !ServerVersionReader.readVersion(new ApiObjectReader(transportSupplier)).checksCreateForExec()) {
                return Optional.empty();
            }
        }
        if (answer.allowed()) {
            return Optional.empty();
        }
        return Optional.of(Problem
                .of(OperationProblemKind.FORBIDDEN,
                        new ContainerAccessReason.ContainerAccessDenied(answer.permission().accessText()))
                .withDetail(answer.reason()));
    }

    @Override
    public ExecSession start(ExecRequest request, ExecOutputListener sink)
            throws ProblemException, InterruptedException {
        var path = new StringBuilder(ApiPathBuilder.objectPath(request.pod())).append("/exec?container=")
                .append(ApiPathBuilder.encode(request.container()));
        request.command().forEach(word -> path.append("&command=").append(ApiPathBuilder.encode(word)));
        path.append("&stdin=").append(request.stdin()).append("&stdout=true&stderr=").append(!request.tty())
                .append("&tty=").append(request.tty());
        var text = MESSAGES.text("run", request.command().getFirst(), request.pod());
        var channels = new ExecStreamChannels(sink);
        channels.attachConnection(transportSupplier.transport()
                .openSocket(ApiRequest.followLog(path.toString(), ApiRequest.USUAL, text), PROTOCOLS, channels));
        return channels;
    }

    @Override
    public PodPortConnection dial(ObjectRef pod, int port, PortConnectionListener ear)
            throws ProblemException, InterruptedException {
        var channels = new PortForwardChannels(ear);
        channels.attachConnection(transportSupplier.transport()
                .openSocket(ApiRequest.followLog(ApiPathBuilder.objectPath(pod) + "/portforward?ports=" + port,
                        ApiRequest.USUAL, MESSAGES.text("forward", port, pod)), PORT_PROTOCOLS, channels));
        return channels;
    }

    /**
     * A port forward over one connection: channel 0 carries bytes, channel 1 the error. Both begin with the number of the port, in
     * two bytes.
     */
    private static final class PortForwardChannels implements DuplexMessageListener, PodPortConnection {

        private static final int DATA = 0;
        private static final int ERROR = 1;
        private static final int HEAD = 2;
        private static final int LONGEST_COMPLAINT = 16 << 10;

        private final PortConnectionListener ear;
        private final ChannelMultiplexedConnection connection = new ChannelMultiplexedConnection();
        private final ByteArrayOutputStream errorOutput = new ByteArrayOutputStream();
        private final int[] head = {HEAD, HEAD};
        private boolean finished;

        PortForwardChannels(PortConnectionListener ear) {
            this.ear = ear;
        }

        /** Attaches the connection that carries the channels. It may have brought something already. */
        void attachConnection(DuplexConnection agreed) {
            connection.attachConnection(agreed);
        }

        @Override
        public void onMessage(ByteBuffer message) {
            int channel = message.hasRemaining() ? message.get() & 0xff : -1;
            if ((channel != DATA && channel != ERROR) || finished || connection.isClosed()) {
                return;
            }
            int skipped = Math.min(head[channel], message.remaining());
            head[channel] -= skipped;
            var bytes = new byte[message.remaining() - skipped];
            message.position(message.position() + skipped).get(bytes);
            if (channel == ERROR) {
                errorOutput.write(bytes, 0, Math.min(bytes.length, LONGEST_COMPLAINT - errorOutput.size()));
            } else if (bytes.length > 0) {
                ear.onBytes(bytes);
            }
        }

        @Override
        public void onEnd(Optional<Problem> problem) {
            if (finished) {
                return;
            }
            finished = true;
            ear.onClose(errorOutput.size() == 0 ? problem.filter(_ -> !connection.isClosed())
                    : Optional.of(
                            Problem.of(OperationProblemKind.UNREACHABLE, new ContainerAccessReason.PodPortUnreachable())
                                    .withDetail(errorOutput.toString(StandardCharsets.UTF_8).strip())));
        }

        @Override
        public void write(byte[] bytes) throws ProblemException, InterruptedException {
            connection.write(DATA, bytes);
        }

        @Override
        public void close() {
            connection.close();
        }
    }
}
