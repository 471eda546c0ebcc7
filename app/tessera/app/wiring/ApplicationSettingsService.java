package tessera.app.wiring;

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
import tessera.app.platform.CommandFileArgumentReader;
import tessera.flow.LatestValue;
import tessera.gpu.AcceleratorCatalog;
import tessera.settings.LegacyAlertSettingsMigration;
import tessera.settings.SettingsFileEdit;
import tessera.settings.SettingsStore;
import tessera.settings.UserSettings;
import tessera.text.MessageCatalog;
import tessera.text.SentenceJoiner;
import tessera.ui.UserSettingsAccess;
import tessera.ui.WindowColumnAndThemeStore;

/**
 * The settings in force, and the window's remembered settings. What is settled otherwise holds as
 * soon as it is written; where it cannot be written it holds for this run, and that is told.
 *
 * <p>Safe for use by several threads.
 */
public final class ApplicationSettingsService implements WindowColumnAndThemeStore, UserSettingsAccess, AutoCloseable {

    private static final MessageCatalog MESSAGES = MessageCatalog.of(ApplicationSettingsService.class);

    private static final Logger LOG = System.getLogger(ApplicationSettingsService.class.getName());

    private final SettingsStore store;
    private final WindowSettingsFile settingsFile;
    private final LatestValue<CurrentSettings> settled;
    /** Edits that could not be written; they hold until the program ends. */
    private final List<SettingsFileEdit> unwritten = new ArrayList<>();
    /** One at a time, in the order in which they were made. */
    private final ExecutorService disk = Executors
            .newSingleThreadExecutor(Thread.ofPlatform().daemon().name("settings file").factory());

    private ApplicationSettingsService(Path folder) {
        store = new SettingsStore(folder);
        settingsFile = WindowSettingsFile.readFrom(folder);
        var former = LegacyAlertSettingsMigration.migrate(folder, store);
        var content = store.read();
        settled = new LatestValue<>(new CurrentSettings(content.settings(), store.file().toString(),
                Stream.concat(content.messages().stream(), former.stream()).toList()));
    }

    public static ApplicationSettingsService readFrom(Path folder) {
        return new ApplicationSettingsService(folder);
    }

    /** Returns the problems with the settings; empty when all is well. */
    public Optional<String> problemText() {
        return Optional.of(SentenceJoiner.joinSentences(settled.get().messages())).filter(text -> !text.isEmpty());
    }

    /** Returns the alert rules with the user's overrides. */
    public AlertRules rules() {
        return AlertRules.standardRules().withThresholds(settings().alerts());
    }

    /** Returns the catalogue of accelerators, extended by the settings and the given names. */
    AcceleratorCatalog acceleratorCatalog(List<String> named) {
        return AcceleratorCatalog.standard()
                .withResources(Stream.concat(settings().accelerators().stream(), named.stream()).toList());
    }

    public UserSettings settings() {
        return settled.get().settings();
    }

    @Override
    public LatestValue<CurrentSettings> currentSettings() {
        return settled;
    }

    @Override
    public void change(SettingsFileEdit... edits) {
        disk.execute(() -> applyEdits(List.of(edits)));
    }

    private void applyEdits(List<SettingsFileEdit> edits) {
        var file = store.file().toString();
        unwritten.addAll(edits);
        try {
            var content = store.change(unwritten);
            unwritten.clear();
            settled.set(new CurrentSettings(content.settings(), file, content.messages()));
        } catch (IOException full) {
            LOG.log(Level.WARNING, "{0} not written: {1}", file, CommandFileArgumentReader.reasonText(full));
            var content = store.previewEdits(unwritten);
            settled.set(new CurrentSettings(content.settings(), file,
                    Stream.concat(content.messages().stream(), Stream.of(MESSAGES.text("settings.unwritable", file)))
                            .toList()));
        }
    }

    @Override
    public Optional<String> recall(String key) {
        return settingsFile.recall(key);
    }

    @Override
    public void remember(String key, String value) {
        settingsFile.remember(key, value);
    }

    /** Waits until everything is written. */
    @Override
    public void close() {
        disk.close();
        settingsFile.close();
    }
}
