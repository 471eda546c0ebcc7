package tessera.ui;

import tessera.model.ProblemException;
import tessera.plan.journal.ChangeJournal;

/** The data of the user on this machine: kubeconfig files, preferences, crash reports, and the journal of changes. */
public interface LocalUserData {

    /** Returns the kubeconfig files. */
    KubeconfigSourceProvider contextSources();

    /** Returns the user's preferences. */
    UserSettingsAccess preferences();

    /** Returns the reports of crashes of the program itself. */
    CrashReportFolder crashReports();

    /** Returns the journal of changes made from this machine. Waits for the disk; not for the FX thread. */
    ChangeJournal.ChangeJournalContent changeJournal() throws ProblemException;
}
