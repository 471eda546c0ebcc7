package tessera.cluster.http;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Function;
import java.util.function.Supplier;
import okhttp3.OkHttpClient;
import okhttp3.Request;
import okhttp3.Response;
import okhttp3.WebSocket;
import okhttp3.WebSocketListener;
import okio.ByteString;
import org.jspecify.annotations.Nullable;
import tessera.model.Problem;
import tessera.model.Problem.OperationProblemKind;
import tessera.model.ProblemException;

/**
 * The WebSockets of a session. They are asked for over the session's only client, and
 * with it through the write gate; and because the gate does not see what is said afterwards, nothing is sent over them,
 * and none stays open, once read-only mode has begun.
 */
final class WebSocketClient {

    private static final int NORMAL = 1000;
    private static final long MOST_UNDER_WAY = 512L << 10;
    private static final Duration PAUSE = Duration.ofMillis(2);
    private static final Problem READ_ONLY = Problem.of(OperationProblemKind.READ_ONLY,
            new ApiRequestReason.ClosedByReadOnlyMode());

    private final OkHttpClient client;
    private final Supplier<SessionAccessMode> mode;
    private final Function<IOException, Problem> explain;
    private final Set<WebSocketConnection> open = ConcurrentHashMap.newKeySet();

    /** @param explain says why a connection failed */
    WebSocketClient(OkHttpClient client, Supplier<SessionAccessMode> mode, Function<IOException, Problem> explain) {
        this.client = client.newBuilder().addInterceptor(new WebSocketMessageLimiter()).build();
        this.mode = mode;
        this.explain = explain;
    }

    /**
     * Opens a WebSocket and waits until the server accepted it.
     *
     * @param asked what is asked for, and how long the whole answer may take: one that comes byte after byte has no end
     */
    DuplexConnection open(Request.Builder request, ApiRequest asked, List<String> protocols, DuplexMessageListener ear)
            throws ProblemException, InterruptedException {
        var text = asked.action();
        var connection = new WebSocketConnection(ear, text);
        open.add(connection);
        var socket = client.newWebSocket(request.header("Sec-WebSocket-Protocol", String.join(", ", protocols)).build(),
                connection);
        connection.socket = socket;
        try {
            connection.agreed.get(asked.timeout().toMillis(), TimeUnit.MILLISECONDS);
            return connection;
        } catch (TimeoutException e) {
            socket.cancel();
            throw new ProblemException(OperationProblemKind.TIMEOUT,
                    new ApiRequestReason.ResponseOverdue(text, Math.max(1, asked.timeout().toSeconds())), e);
        } catch (InterruptedException e) {
            socket.cancel();
            throw e;
        } catch (ExecutionException e) {
            throw e.getCause() instanceof ProblemException problemException ? problemException
                    : new ProblemException(OperationProblemKind.UNEXPECTED, new ApiRequestReason.RequestFailed(text),
                            e);
        }
    }

    /** Closes all open WebSockets. */
    void closeAll() {
        open.forEach(WebSocketConnection::cancel);
    }

    /** Closes all open WebSockets because nothing may be sent any more. */
    void refuseAll() {
        open.forEach(connection -> {
            connection.endWith(Optional.of(READ_ONLY));
            connection.cancel();
        });
    }

    private final class WebSocketConnection extends WebSocketListener implements DuplexConnection {

        private final DuplexMessageListener ear;
        private final String actionText;
        private final CompletableFuture<String> agreed = new CompletableFuture<>();
        private final AtomicBoolean closed = new AtomicBoolean();
        private volatile @Nullable WebSocket socket;

        WebSocketConnection(DuplexMessageListener ear, String text) {
            this.ear = ear;
            this.actionText = text;
        }

        @Override
        public void onOpen(WebSocket opened, Response response) {
            socket = opened;
            var protocol = response.header("Sec-WebSocket-Protocol");
            agreed.complete(Objects.requireNonNullElse(protocol, ""));
        }

        @Override
        public void onMessage(WebSocket from, ByteString bytes) {
            if (!closed.get()) {
                ear.onMessage(bytes.asByteBuffer());
            }
        }

        @Override
        public void onMessage(WebSocket from, String text) {
            onMessage(from, ByteString.encodeUtf8(text));
        }

        @Override
        public void onClosing(WebSocket from, int code, String reason) {
            from.close(NORMAL, null);
        }

        @Override
        public void onClosed(WebSocket from, int code, String reason) {
            endWith(code == NORMAL ? Optional.empty()
                    : Optional.of(Problem
                            .of(OperationProblemKind.UNREACHABLE, new ApiRequestReason.ConnectionClosedByServer())
                            .withDetail(reason)));
        }

        @Override
        public void onFailure(WebSocket from, Throwable why, @Nullable Response response) {
            var problem = problemOf(why, response);
            if (!agreed.completeExceptionally(new ProblemException(problem, why))) {
                endWith(Optional.of(problem));
            }
            open.remove(this);
        }

        private Problem problemOf(Throwable why, @Nullable Response response) {
            if (response != null && response.code() != 101) {
                return ApiServerErrorResponse.of(ApiServerErrorResponse.ErrorResponseParts.read(response), actionText)
                        .problem();
            }
            if (why instanceof IOException io) {
                return explain.apply(io);
            }
            return Problem.of(OperationProblemKind.UNEXPECTED, new ApiRequestReason.RequestFailed(actionText))
                    .withDetail(String.valueOf(why));
        }

        private void endWith(Optional<Problem> problem) {
            open.remove(this);
            if (agreed.isDone() && !closed.getAndSet(true)) {
                ear.onEnd(problem);
            }
        }

        @Override
        public String protocol() {
            return agreed.getNow("");
        }

        @Override
        public void send(ByteBuffer message) throws ProblemException, InterruptedException {
            var open = socket;
            if (mode.get() == SessionAccessMode.READ_ONLY) {
                endWith(Optional.of(READ_ONLY));
                cancel();
                throw new ProblemException(READ_ONLY);
            }
            // Nobody is told when the client has sent what it holds: it has to be asked.
            while (open != null && !closed.get() && open.queueSize() > MOST_UNDER_WAY) {
                Thread.sleep(PAUSE);
            }
            if (open == null || closed.get() || !open.send(ByteString.of(message))) {
                throw new ProblemException(OperationProblemKind.UNREACHABLE,
                        new ApiRequestReason.ContainerConnectionClosed());
            }
        }

        void cancel() {
            var open = socket;
            if (open != null) {
                open.cancel();
            }
        }

        @Override
        public void close() {
            var open = socket;
            if (open != null && !open.close(NORMAL, null)) {
                open.cancel();
            }
        }
    }
}
