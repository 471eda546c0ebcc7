package tessera.demo.http;

import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** One client's connection, whose requests are answered in sequence. */
final class SimulatedHttpServerConnection implements Runnable, AutoCloseable {

    private static final System.Logger LOG = System.getLogger(SimulatedHttpServerConnection.class.getName());
    private static final Duration IDLE = Duration.ofMinutes(2);
    private static final long DRAINED = 8L * 1024 * 1024;

    private final Socket socket;
    private final ServerSharedContext context;
    private volatile boolean busy;
    private volatile boolean stopping;
    private @Nullable Thread peerWatch;

    /** Handler and clock shared by all connections of a server. */
    record ServerSharedContext(HttpRequestHandler handler, Clock clock) {}

    SimulatedHttpServerConnection(Socket socket, ServerSharedContext context) {
        this.socket = socket;
        this.context = context;
    }

    @Override
    public void run() {
        try (socket) {
            socket.setTcpNoDelay(true);
            var in = new HttpConnectionInput(socket.getInputStream());
            var out = new BufferedOutputStream(socket.getOutputStream(), 16 * 1024);
            while (!stopping && serveOne(in, out)) {
                busy = false;
            }
        } catch (IOException e) {
            LOG.log(System.Logger.Level.DEBUG, "connection ended", e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** Closes the connection once the current response, if any, is complete. */
    void closeWhenIdle() {
        stopping = true;
        if (!busy) {
            close();
        }
    }

    @Override
    public void close() {
        try {
            socket.close();
        } catch (IOException e) {
            LOG.log(System.Logger.Level.DEBUG, "socket did not close", e);
        }
    }

    private boolean serveOne(HttpConnectionInput in, OutputStream out) throws IOException, InterruptedException {
        socket.setSoTimeout((int) IDLE.toMillis());
        IncomingHttpRequest request;
        try {
            request = in.nextRequest(() -> writeText(out, "HTTP/1.1 100 Continue\r\n\r\n"));
        } catch (MalformedHttpRequestException e) {
            writeError(out, e);
            return false;
        }
        if (request == null) {
            return false;
        }
        busy = true;
        socket.setSoTimeout(0);
        return answerRequest(request, new HttpExchange(request,
                new HttpExchange.HttpExchangeConnection(in, out, context.clock(), action -> watchPeer(in, action))));
    }

    private boolean answerRequest(IncomingHttpRequest request, HttpExchange exchange)
            throws IOException, InterruptedException {
        try {
            context.handler().handle(exchange);
        } catch (MalformedHttpRequestException e) {
            if (!exchange.isAnswered()) {
                exchange.sendText(e.status(), e.getMessage() + "\n");
            }
            return false;
        } catch (RuntimeException | StackOverflowError e) {
            LOG.log(System.Logger.Level.WARNING, request.method() + " " + request.path() + " failed", e);
            if (exchange.isAnswered()) {
                return false;
            }
            exchange.sendText(500, "Internal server error\n");
        }
        if (exchange.isUpgraded() || !exchange.isAnswered() || !request.keepsAlive()) {
            return false;
        }
        var watching = peerWatch;
        if (watching != null) {
            peerWatch = null;
            busy = false;
            watching.join();
        }
        return request.body().drain(DRAINED);
    }

    /** Runs the action when the peer hangs up during a response; an early next request is no hang-up. */
    private void watchPeer(HttpConnectionInput in, Runnable action) {
        peerWatch = Thread.ofVirtual().start(() -> {
            try {
                if (!in.awaitMore()) {
                    action.run();
                }
            } catch (IOException e) {
                action.run();
            }
        });
    }

    private static void writeText(OutputStream out, String text) throws IOException {
        out.write(text.getBytes(StandardCharsets.ISO_8859_1));
        out.flush();
    }

    private static void writeError(OutputStream out, MalformedHttpRequestException exception) throws IOException {
        var phrase = exception.status() + " " + SimulatedServerResponseBody.phraseOf(exception.status());
        writeText(out, "HTTP/1.1 " + phrase + "\r\nContent-Type: text/plain; charset=utf-8\r\nConnection: close\r\n\r\n"
                + phrase + ": " + exception.getMessage());
    }
}
