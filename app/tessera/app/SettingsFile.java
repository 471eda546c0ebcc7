package tessera.app;

import java.io.IOException;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.stream.Stream;
import tessera.alerts.AlertRules;
import tessera.flow.LatestValue;
import tessera.insight.AcceleratorCatalog;
import tessera.settings.FormerAlerts;
import tessera.settings.Settings;
import tessera.settings.SettingsEdit;
import tessera.settings.SettingsStore;
import tessera.ui.LayoutMemory;
import tessera.ui.UserPreferences;

/**
 * The settings as the program runs by them, and beside them what the window remembers. What is settled otherwise holds as
 * soon as it is written; where it cannot be written it holds for this run, and that is told.
 *
 * <p>Safe for use by several threads.
 */
final class SettingsFile implements LayoutMemory, UserPreferences, AutoCloseable {

    private static final Logger LOG = System.getLogger(SettingsFile.class.getName());

    private final SettingsStore store;
    private final WindowMemory memory;
    private final LatestValue<SettledSettings> settled;
    /** Edits that could not be written; they hold until the program ends. */
    private final List<SettingsEdit> unwritten = new ArrayList<>();
    /** One at a time, in the order in which they were made. */
    private final ExecutorService disk = Executors
            .newSingleThreadExecutor(Thread.ofPlatform().daemon().name("settings file").factory());

    private SettingsFile(Path folder) {
        store = new SettingsStore(folder);
        memory = WindowMemory.read(folder);
        var former = FormerAlerts.takeOver(folder, store);
        var content = store.read();
        settled = new LatestValue<>(new SettledSettings(content.settings(), store.file().toString(),
                Stream.concat(content.messages().stream(), former.stream()).toList()));
    }

    static SettingsFile read(Path folder) {
        return new SettingsFile(folder);
    }

    /** What has to be said about the settings; empty when all is well. */
    Optional<String> message() {
        return settled.get().messages().stream().reduce((one, more) -> one + " " + more);
    }

    /** The alert rules as the user set them. */
    AlertRules rules() {
        return AlertRules.standard().with(settings().alerts());
    }

    /** What counts as an accelerator, with some that are named elsewhere. */
    AcceleratorCatalog counted(List<String> named) {
        return AcceleratorCatalog.standard()
                .with(Stream.concat(settings().accelerators().stream(), named.stream()).toList());
    }

    Settings settings() {
        return settled.get().settings();
    }

    @Override
    public LatestValue<SettledSettings> settled() {
        return settled;
    }

    @Override
    public void change(SettingsEdit... edits) {
        disk.execute(() -> settle(List.of(edits)));
    }

    private void settle(List<SettingsEdit> edits) {
        var file = store.file().toString();
        unwritten.addAll(edits);
        try {
            var content = store.change(unwritten);
            unwritten.clear();
            settled.set(new SettledSettings(content.settings(), file, content.messages()));
        } catch (IOException full) {
            LOG.log(Level.WARNING, "{0} could not be written: {1}", file, FileArgument.words(full));
            var content = store.as(unwritten);
            settled.set(new SettledSettings(content.settings(), file, Stream.concat(content.messages().stream(),
                    Stream.of("The settings could not be written to %s; they hold until the program ends."
                            .formatted(file)))
                    .toList()));
        }
    }

    @Override
    public Optional<String> recall(String key) {
        return memory.recall(key);
    }

    @Override
    public void remember(String key, String value) {
        memory.remember(key, value);
    }

    /** Waits until everything is written. */
    @Override
    public void close() {
        disk.close();
        memory.close();
    }
}
