package tessera.app.platform;

/** Runs an action when the program is asked to end, as by Ctrl-C. */
public final class ShutdownHook implements AutoCloseable {

    private final Thread hook;

    public ShutdownHook(Runnable action) {
        hook = Thread.ofPlatform().name("farewell").unstarted(action);
        Runtime.getRuntime().addShutdownHook(hook);
    }

    /** It ends by itself: nothing is to be done. */
    @Override
    public void close() {
        try {
            Runtime.getRuntime().removeShutdownHook(hook);
        } catch (IllegalStateException _) {
            // It runs already.
        }
    }
}
