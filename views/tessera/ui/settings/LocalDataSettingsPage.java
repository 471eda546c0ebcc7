package tessera.ui.settings;

import java.util.List;
import javafx.scene.Node;
import javafx.scene.control.Button;
import javafx.scene.layout.VBox;
import tessera.settings.SettingsFileEdit;
import tessera.ui.UserSettingsAccess;
import tessera.ui.kit.SegmentedChoiceControl;
import tessera.ui.kit.TextLabelFactory;

/** Settings page of the data kept on disk. */
final class LocalDataSettingsPage implements SettingsSection {

    private static final List<Integer> SIZES = List.of(50, 200, 1000, 5000);

    private final SegmentedChoiceControl<Integer> size = new SegmentedChoiceControl<>("settings-history", SIZES,
            megabytes -> megabytes < 1000 ? megabytes + " MB" : megabytes / 1000 + " GB");
    private final VBox node;
    private int savedValue;

    LocalDataSettingsPage(UserSettingsAccess preferences) {
        size.chosenProperty().subscribe((_, now) -> {
            if (now != savedValue) {
                savedValue = now;
                preferences.change(SettingsFileEdit.setHistorySize(now));
            }
        });
        var file = preferences.currentSettings().get().file();
        var copy = new Button("Copy path");
        copy.setOnAction(event -> TextLabelFactory.copy(file));
        node = SettingRow.createPage("settings-storage", title(), "",
                SettingRow.createRow("Metrics history on disk, at most",
                        "The oldest goes first. Holds for the cluster that is opened next.",
                        size.node()),
                SettingRow.createRow("All of these settings", file, copy));
    }

    @Override
    public String title() {
        return "Storage";
    }

    @Override
    public Node node() {
        return node;
    }

    @Override
    public void show(SettingsScreenState state) {
        savedValue = state.settings().settings().historyMegabytes();
        int nearest = SIZES.getFirst();
        for (int offered : SIZES) {
            nearest = offered <= savedValue ? offered : nearest;
        }
        savedValue = nearest;
        size.choose(nearest);
    }
}
